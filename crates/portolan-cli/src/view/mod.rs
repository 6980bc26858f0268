//! The server of `portolan view`: the embedded page, and questions about the files it was started with.
//!
//! It answers `GET` only, on the loopback interface only, to requests that name this host and come from this page, and
//! reads nothing but the files it was started with and what these may reach.

mod http;
mod page;

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::mpsc::channel;

use http::{Reply, Request};
pub use page::Page;

use crate::output::{Output, aside};
use crate::status::{Outcome, Status, Stop};

/// Connections whose requests are read at the same time.
const MOST_CONNECTIONS: usize = 64;

/// Serves a page until the program is ended.
pub fn serve(mut page: Page, port: u16, open: bool) -> Outcome {
    let cannot =
        |why: std::io::Error| Stop::Message(Status::Unwritable, format!("cannot listen on port {port}: {why}"));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(cannot)?;
    let port = listener.local_addr().map_err(cannot)?.port();
    let guard = Guard { port, token: token() };
    let address = format!("http://127.0.0.1:{port}/?token={}", guard.token);
    let mut out = Output::new();
    out.text(&format!("{address}\n"))?;
    out.finish()?;
    drop(out);
    if open && !browse(&address) {
        aside("portolan view: no browser could be started; open the address yourself\n");
    }
    // Requests are read side by side, because browsers open connections in advance, and answered one after the other.
    let (sender, requests) = channel::<(Request, TcpStream)>();
    std::thread::spawn(move || {
        let busy = std::sync::Arc::new(());
        for stream in listener.incoming() {
            let Ok(stream) = stream else { continue };
            if std::sync::Arc::strong_count(&busy) > MOST_CONNECTIONS {
                continue;
            }
            let (sender, busy) = (sender.clone(), busy.clone());
            std::thread::spawn(move || {
                let _busy = busy;
                match http::read(&stream) {
                    Ok(request) => drop(sender.send((request, stream))),
                    Err(why) if why.kind() == ErrorKind::InvalidData => {
                        let _ = Reply::error(400, "not understood").write(&stream);
                    }
                    Err(_) => {}
                }
            });
        }
    });
    for (request, stream) in requests {
        let reply = match guard.refuses(&request) {
            Some(reply) => reply,
            None => page.answer(&request, &guard.token),
        };
        // Whoever asked may have gone.
        let _ = reply.write(&stream);
    }
    Ok(Status::Fine)
}

/// Who may ask.
struct Guard {
    port: u16,
    token: String,
}

impl Guard {
    /// Why a request is not answered.
    fn refuses(&self, request: &Request) -> Option<Reply> {
        let hosts = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        // Other names may lead here as well: a page elsewhere could make its own name point to this machine.
        if !request.header("host").is_some_and(|host| hosts.iter().any(|known| known == host)) {
            return Some(Reply::error(403, "the request names another host"));
        }
        let own = |origin: &str| origin.strip_prefix("http://").is_some_and(|o| hosts.iter().any(|known| known == o));
        if request.header("origin").is_some_and(|origin| !own(origin)) {
            return Some(Reply::error(403, "the request comes from another page"));
        }
        if request.header("sec-fetch-site").is_some_and(|site| !matches!(site, "same-origin" | "none")) {
            return Some(Reply::error(403, "the request comes from another page"));
        }
        if request.method != "GET" {
            return Some(Reply::error(405, "only GET is answered"));
        }
        // Script and style of the page say nothing of any file.
        let open = matches!(request.path.as_str(), "/viewer.js" | "/viewer.css");
        if !open && !request.parameter("token").is_some_and(|given| same(&given, &self.token)) {
            return Some(Reply::error(403, "the token in the address is missing or wrong"));
        }
        None
    }
}

/// Compares without telling by the time it takes where the difference is.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

/// What nobody can guess: the standard library seeds its hashes with random numbers of the system.
fn token() -> String {
    let word = |salt: u64| {
        let mut hasher = RandomState::new().build_hasher();
        hasher.write_u64(salt);
        hasher.finish()
    };
    format!("{:016x}{:016x}", word(1), word(2))
}

/// Opens an address in the browser of the user.
fn browse(address: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = std::process::Command::new(program);
    command.args(arguments).arg(address);
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().is_ok()
}
