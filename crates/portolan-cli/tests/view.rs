//! `portolan view`: who is answered, and with what.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use crate::common::Folder;

/// The server, ended with the test.
struct Served {
    child: Child,
    port: String,
    token: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const LAMP: &str = "<World xmlns=\"http://www.xvrml.net/schemas/core\"><children>\
    <Shape><geometry><Box/></geometry></Shape></children></World>";

fn served(folder: &Folder) -> Served {
    folder.put("lamp.xwrl", LAMP);
    folder.put("secret.xwrl", LAMP);
    let mut command = Command::new(env!("CARGO_BIN_EXE_portolan"));
    command.args(["view", "--no-open", "lamp.xwrl"]).current_dir(folder.path()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let (port, token) = line.trim().strip_prefix("http://127.0.0.1:").unwrap().split_once("/?token=").unwrap();
    Served { port: port.to_owned(), token: token.to_owned(), child }
}

impl Served {
    /// The answer to a request with these lines: its status line and its body.
    fn ask(&self, request: &str) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{}", self.port)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut all = Vec::new();
        stream.read_to_end(&mut all).unwrap();
        let end = all.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(all[..end].to_vec()).unwrap();
        (head.lines().next().unwrap().to_owned(), all[end + 4..].to_vec())
    }

    fn get(&self, target: &str, headers: &str) -> (String, Vec<u8>) {
        self.ask(&format!("GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{headers}\r\n", self.port))
    }

    fn call(&self, message: &str) -> (serde_json::Value, Vec<u8>) {
        let message = message.replace('"', "%22").replace(' ', "%20");
        let (status, body) = self.get(&format!("/api/call?token={}&message={message}", self.token), "");
        assert_eq!(status, "HTTP/1.1 200 OK");
        let length = u32::from_le_bytes(body[..4].try_into().unwrap()) as usize;
        (serde_json::from_slice(&body[4..4 + length]).unwrap(), body[4 + length..].to_vec())
    }
}

#[test]
fn the_page_and_its_questions_are_answered() {
    let folder = Folder::new();
    let served = served(&folder);
    let token = &served.token;
    let (status, page) = served.get(&format!("/?token={token}"), "");
    assert_eq!(status, "HTTP/1.1 200 OK");
    assert!(String::from_utf8(page).unwrap().contains(&format!("name=\"portolan-server\" content=\"{token}\"")));
    assert!(served.get("/viewer.js", "").1.len() > 10_000);
    let (_, files) = served.get(&format!("/api/files?token={token}"), "");
    let files: serde_json::Value = serde_json::from_slice(&files).unwrap();
    assert_eq!(files["files"], serde_json::json!(["lamp.xwrl"]));
    assert!(served.call(r#"{"op":"open","session":1,"path":"lamp.xwrl"}"#).0["error"].is_null());
    let (info, _) = served.call(r#"{"op":"ask","session":1,"question":"info"}"#);
    assert_eq!(info["json"]["totals"]["triangles"], 12);
    let (made, bytes) = served.call(r#"{"op":"ask","session":1,"question":"convert","options":{"to":"glb"}}"#);
    assert_eq!(made["files"][0]["length"], bytes.len());
    assert!(bytes.starts_with(b"glTF"));
    folder.put("lamp.xwrl", LAMP.replace("<Box/>", "<Sphere/>"));
    let (_, later) = served.get(&format!("/api/files?token={token}"), "");
    let later: serde_json::Value = serde_json::from_slice(&later).unwrap();
    assert_ne!(later["version"], files["version"]);
}

#[test]
fn strangers_are_refused() {
    let folder = Folder::new();
    let served = served(&folder);
    let Served { port, token, .. } = &served;
    let right = format!("/?token={token}");
    let refused = |(status, _): (String, Vec<u8>), code: &str| assert!(status.contains(code), "{status} is not {code}");
    refused(served.get("/", ""), "403");
    refused(served.get("/?token=00000000000000000000000000000000", ""), "403");
    refused(served.ask(&format!("GET {right} HTTP/1.1\r\nHost: evil.example:{port}\r\n\r\n")), "403");
    refused(served.ask(&format!("GET {right} HTTP/1.1\r\n\r\n")), "403");
    refused(served.get(&right, "Origin: http://evil.example\r\n"), "403");
    refused(served.get(&right, "Sec-Fetch-Site: cross-site\r\n"), "403");
    let post = format!("POST {right} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 0\r\n\r\n");
    refused(served.ask(&post), "405");
    for path in ["/../secret.xwrl", "/secret.xwrl", "/lamp.xwrl", "/%2e%2e/secret.xwrl", "/etc/passwd"] {
        refused(served.get(&format!("{path}?token={token}"), ""), "404");
    }
    refused(served.ask("rubbish\r\n\r\n"), "400");
    let (other, _) = served.call(r#"{"op":"open","session":1,"path":"secret.xwrl"}"#);
    assert_eq!(other["error"]["kind"], "refused");
    let (missing, _) = served.call(r#"{"op":"ask","session":9,"question":"info"}"#);
    assert_eq!(missing["error"]["kind"], "closed");
}
