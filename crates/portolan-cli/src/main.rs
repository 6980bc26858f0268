//! The `portolan` program.

/// All memory of this process is counted, so that no file takes more of it than its size explains.
#[global_allocator]
static MEMORY: portolan_cli::memory::Counted<std::alloc::System> = portolan_cli::memory::Counted(std::alloc::System);

fn main() -> std::process::ExitCode {
    portolan_cli::main()
}
