//! The `portolan` program.

fn main() -> std::process::ExitCode {
    portolan_cli::main()
}
