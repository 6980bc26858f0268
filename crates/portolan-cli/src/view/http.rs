//! As much of HTTP as one page needs.

use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use portolan::resources::uri::decode;

/// What a request may be long: its line holds options as JSON.
const MOST_BYTES: u64 = 1 << 20;
/// How long a request may take to come.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is asked for.
#[derive(Debug, Default)]
pub struct Request {
    /// `GET`.
    pub method: String,
    /// What stands before the question mark, as written.
    pub path: String,
    /// What stands behind it.
    query: String,
    /// Names in lower case.
    headers: Vec<(String, String)>,
}

impl Request {
    /// A header, if it is there exactly once.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(known, _)| known == name).map(|(_, value)| value.as_str());
        found.next().filter(|_| found.next().is_none())
    }

    /// A parameter of the address, decoded; what cannot be decoded stays as written.
    pub fn parameter(&self, name: &str) -> Option<String> {
        let pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        pairs
            .filter(|(known, _)| *known == name)
            .map(|(_, value)| decode(value).map_or(value.to_owned(), Into::into))
            .next()
    }
}

/// Reads a request without its body.
pub fn read(stream: &TcpStream) -> std::io::Result<Request> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    parse(&mut BufReader::new(stream.take(MOST_BYTES)))
}

fn parse(lines: &mut impl BufRead) -> std::io::Result<Request> {
    let wrong = || Error::new(ErrorKind::InvalidData, "no request");
    let mut line = String::new();
    lines.read_line(&mut line)?;
    let mut words = line.trim_end().split(' ');
    let (Some(method), Some(target), Some(version), None) = (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(wrong());
    };
    if !version.starts_with("HTTP/1.") || !target.starts_with('/') {
        return Err(wrong());
    }
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut request =
        Request { method: method.to_owned(), path: path.to_owned(), query: query.to_owned(), headers: vec![] };
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line)? == 0 {
            return Err(wrong());
        }
        let line = line.trim_end();
        if line.is_empty() {
            return Ok(request);
        }
        let (name, value) = line.split_once(':').ok_or_else(wrong)?;
        request.headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
}

/// An answer.
pub struct Reply {
    status: u16,
    kind: &'static str,
    body: Vec<u8>,
}

impl Reply {
    /// What was asked for.
    pub fn fine(kind: &'static str, body: impl Into<Vec<u8>>) -> Reply {
        Reply { status: 200, kind, body: body.into() }
    }

    /// Why there is none.
    pub fn error(status: u16, why: &str) -> Reply {
        Reply { status, kind: "text/plain; charset=utf-8", body: format!("{why}\n").into_bytes() }
    }

    /// Sends it, and ends the connection.
    pub fn write(&self, mut stream: &TcpStream) -> std::io::Result<()> {
        let Reply { status, kind, body } = self;
        let head = format!(
            "HTTP/1.1 {status} {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\
             Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
             X-Frame-Options: DENY\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n",
            if *status == 200 { "OK" } else { "Refused" },
            body.len()
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(body)?;
        stream.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read() {
        let text = "GET /api?a=%7B%22x%22%3A1%7D&b=2%zz HTTP/1.1\r\nHost: here\r\nOrigin: a\r\norigin: b\r\n\r\n";
        let request = parse(&mut text.as_bytes()).unwrap();
        assert_eq!((request.method.as_str(), request.path.as_str()), ("GET", "/api"));
        assert_eq!(request.parameter("a").as_deref(), Some("{\"x\":1}"));
        assert_eq!(request.parameter("b").as_deref(), Some("2%zz"));
        assert_eq!((request.header("host"), request.header("origin")), (Some("here"), None));
    }

    #[test]
    fn what_is_no_request_is_refused() {
        for text in [
            "",
            "GET /\r\n\r\n",
            "GET http://x/ HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost\r\n\r\n",
            "GET / HTTP/1.1\r\n",
        ] {
            assert!(parse(&mut text.as_bytes()).is_err(), "{text:?}");
        }
    }
}
