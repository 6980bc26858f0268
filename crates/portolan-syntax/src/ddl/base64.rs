//! Base64 data.

use std::sync::LazyLock;

use data_encoding::{BASE64, BASE64_NOPAD, DecodeKind, Encoding, Specification};

use super::fault::FaultKind;
use super::lexer::is_space;
use super::string::Bad;

/// Standard Base64 with white space anywhere; its padding is taken off before. Bits that do not make a byte are discarded.
static LENIENT: LazyLock<Encoding> = LazyLock::new(|| {
    let mut form = Specification::new();
    form.symbols.push_str("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
    form.ignore.extend((0..128u8).filter(|b| is_space(*b)).map(char::from));
    form.check_trailing_bits = false;
    form.encoding().unwrap_or(BASE64_NOPAD)
});

/// The bytes that Base64 data stands for. White space is passed over, padding is optional.
pub fn base64_value(data: &str) -> Result<Vec<u8>, FaultKind> {
    let mut data = data.as_bytes();
    for _ in 0..2 {
        data = trim(data);
        data = data.strip_suffix(b"=").unwrap_or(data);
    }
    LENIENT.decode(data).map_err(|why| match why.kind {
        DecodeKind::Length => FaultKind::Base64Length,
        _ => FaultKind::Malformed,
    })
}

/// Bytes as Base64, with padding.
pub fn base64_text(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}

fn trim(data: &[u8]) -> &[u8] {
    let end = data.iter().rposition(|b| !is_space(*b)).map_or(0, |last| last + 1);
    data.get(..end).unwrap_or_default()
}

const fn sextet(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

/// Checks the Base64 data at `at`, up to the next comma or brace, and gives its end (trailing white space excluded).
///
/// There are no comments in Base64 data; `//` is data.
pub(super) fn check_base64(bytes: &[u8], at: usize) -> Result<usize, Bad> {
    let (mut i, mut end) = (at, at);
    let (mut count, mut padding) = (0u64, 0u32);
    let mut wrong: Option<usize> = None;
    while let Some(&b) = bytes.get(i) {
        match b {
            b',' | b'{' | b'}' => break,
            _ if is_space(b) => {
                i += 1;
                continue;
            }
            b'=' if padding < 2 => padding += 1,
            _ if sextet(b).is_some() && padding == 0 => count += 1,
            _ => {
                wrong.get_or_insert(i);
            }
        }
        i += 1;
        end = i;
    }
    if let Some(start) = wrong {
        let size = bytes.get(start..end).unwrap_or_default();
        let size = size.iter().position(|&b| is_space(b)).unwrap_or(size.len());
        return Err(Bad { kind: FaultKind::Malformed, start, stop: start + size, end });
    }
    if count % 4 == 1 {
        return Err(Bad::whole(FaultKind::Base64Length, at, end));
    }
    Ok(end)
}

/// Could it be Base64 data (or a word of it), as far as its characters go?
pub(super) fn looks_like_base64(text: &[u8]) -> bool {
    let data = text.trim_ascii_end();
    let data = data.strip_suffix(b"=").unwrap_or(data);
    let data = data.strip_suffix(b"=").unwrap_or(data);
    data.iter().all(|&b| sextet(b).is_some() || is_space(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_padding_and_space() {
        for text in ["SGVsbG8", "SGVsbG8=", "SG Vs\n bG8", " SGVsbG8 = "] {
            assert_eq!(base64_value(text).as_deref(), Ok(&b"Hello"[..]), "{text}");
        }
        assert_eq!(base64_value("+/+/"), Ok(vec![0xFB, 0xFF, 0xBF]));
        assert_eq!(base64_value("QQ=="), Ok(vec![b'A']));
        // Bits that do not make a byte are discarded.
        assert_eq!(base64_value("QR"), Ok(vec![b'A']));
        assert_eq!(base64_value(""), Ok(vec![]));
        assert_eq!(base64_value("A"), Err(FaultKind::Base64Length));
        for bad in ["QQ===", "Q=Q", "Q-Q_", "QQ==QQ"] {
            assert_eq!(base64_value(bad), Err(FaultKind::Malformed), "{bad}");
        }
    }

    #[test]
    fn checks_agree_with_values() {
        for text in ["SGVs bG8=", "//+A", "", "A", "QQ===", "Q=Q", "AAAAA", "é"] {
            let checked = check_base64(text.as_bytes(), 0).map(|_| ()).map_err(|b| b.kind);
            assert_eq!(checked, base64_value(text).map(|_| ()), "{text}");
        }
        assert_eq!(check_base64(b"QQ , QQ", 0), Ok(2));
    }
}
