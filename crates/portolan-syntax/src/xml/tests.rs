//! What the reader makes of good and bad documents.

use super::{parse, parse_text};
use crate::tree::outline;
use crate::{Limits, Source};

/// The outline of a document that must be clean.
fn clean(text: &str) -> String {
    let (tree, findings) = parse_text(text);
    assert!(findings.is_empty(), "{text}: {:?}", findings.iter().map(|f| &f.message).collect::<Vec<_>>());
    assert_eq!(tree.print(), text.as_bytes());
    outline(tree.document())
}

/// The codes found in a document, with the text each points at.
fn faults(text: &str) -> Vec<String> {
    let (tree, findings) = parse_text(text);
    assert_eq!(tree.print(), text.as_bytes());
    findings.iter().map(|f| format!("{} {:?}", f.code.id, tree.slice(f.span))).collect()
}

#[test]
fn elements_attributes_and_text() {
    let out = clean("<?xml version=\"1.0\"?>\n<a x='1' y=\"2\"><b/>1 2 3<!-- c --><![CDATA[<z>]]></a>\n");
    assert_eq!(
        out,
        "Document\n  Instruction\n  a x=\"1\" y=\"2\"\n    b\n    Text \"1 2 3\"\n    Comment\n    CData \"<z>\"\n"
    );
}

#[test]
fn a_run_of_numbers_is_one_node() {
    let (tree, _) = parse_text("<p>0 1 2\n3 4 5</p>");
    assert_eq!(tree.len(), 3);
}

#[test]
fn references_and_line_ends_are_resolved() {
    let (tree, findings) = parse_text("<a t='&lt;&#65;\t&#x42;'>x\r\ny&amp;&quot;</a>");
    assert!(findings.is_empty());
    let root = tree.root().unwrap();
    assert_eq!(root.attribute_value("t").unwrap(), "<A B");
    assert_eq!(root.text(), "x\ny&\"");
}

#[test]
fn comments_do_not_join_words() {
    let (tree, _) = parse_text("<p> 1<!--a--> <!--b-->2<![CDATA[ 3]]> <!--c--></p>");
    assert_eq!(tree.root().unwrap().text(), " 1 2 3 ");
}

#[test]
fn internal_entities_are_expanded() {
    let (tree, findings) =
        parse_text("<!DOCTYPE a [<!ENTITY who 'wo&#114;ld'><!ENTITY hi \"hello &who;\">]><a b='&hi;'>&hi;!</a>");
    assert!(findings.is_empty());
    assert_eq!(tree.root().unwrap().text(), "hello world!");
    assert_eq!(tree.root().unwrap().attribute_value("b").unwrap(), "hello world");
}

#[test]
fn entities_may_hold_markup() {
    let text = "<!DOCTYPE a [<!ENTITY n '<node id=\"x\"/>']><a>&n;<b/>&n;</a>";
    let (tree, findings) = parse_text(text);
    assert!(findings.is_empty());
    let names: Vec<_> = tree.root().unwrap().elements().map(|e| e.local_name()).collect();
    assert_eq!(names, ["node", "b", "node"]);
    assert_eq!(tree.print(), text.as_bytes());
}

#[test]
fn entities_that_do_not_end_their_markup_print_back() {
    for value in ["<b>", "<b", "<b x='1'>t<c>", "</a>", "<b></c>", "<!--", "<b c=\"1"] {
        let text = format!("<!DOCTYPE a [<!ENTITY n '{}'>]><a>&n;<d/></a>", value.replace('\'', "&#39;"));
        let (tree, findings) = parse_text(&*text);
        assert!(!findings.is_empty(), "{value}");
        assert_eq!(String::from_utf8(tree.print()).unwrap(), text);
        assert!(tree.root().unwrap().elements().any(|e| e.local_name() == "d"), "{value}");
    }
}

#[test]
fn entity_bombs_are_refused() {
    let mut text = String::from("<!DOCTYPE a [<!ENTITY e0 'ha'>");
    for i in 1..12 {
        text += &format!("<!ENTITY e{i} '{}'>", format!("&e{};", i - 1).repeat(10));
    }
    text += "]><a>&e11;</a>";
    assert_eq!(faults(&text), ["XML012 \"&e11;\""]);
    assert_eq!(faults("<!DOCTYPE a [<!ENTITY e '&e;'>]><a>&e;</a>"), ["XML012 \"<!ENTITY e '&e;'>\""]);
}

#[test]
fn external_subsets_are_told_and_not_read() {
    assert_eq!(faults("<!DOCTYPE a SYSTEM 'x.dtd'><a/>"), ["XML017 \"SYSTEM 'x.dtd'>\""]);
}

#[test]
fn namespaces_follow_scope() {
    let (tree, findings) = parse_text("<c:a xmlns:c='u1' xmlns='u2'><b/><c:b><b xmlns=''/></c:b></c:a>");
    assert!(findings.is_empty());
    let spaces: Vec<_> = tree.nodes().filter(|n| n.is_element()).map(|n| n.name().namespace).collect();
    assert_eq!(spaces, ["u1", "u2", "u1", ""]);
    assert_eq!(tree.root().unwrap().name().prefix, "c");
}

#[test]
fn mismatched_tags_are_one_finding_each() {
    assert_eq!(faults("<a><b></a>"), ["XML004 \"</a>\""]);
    assert_eq!(faults("<a></b></a>"), ["XML004 \"</b>\""]);
    assert_eq!(faults("<library_lights></library></library_lights>"), ["XML004 \"</library>\""]);
    assert_eq!(faults("<a><b></c></a>"), ["XML004 \"</c>\""]);
    assert_eq!(faults("<a><b>"), ["XML005 \"\""]);
    assert_eq!(faults("</a>"), ["XML004 \"</a>\"", "XML014 \"\""]);
}

#[test]
fn broken_tags() {
    assert_eq!(faults("<a b></a>"), ["XML007 \"b\""]);
    assert_eq!(faults("<a b=1></a>"), ["XML007 \"b=1\""]);
    assert_eq!(faults("<a b=1/>"), ["XML007 \"b=1\""]);
    assert_eq!(faults("<a b='1'c='2'/>"), ["XML007 \"c\""]);
    assert_eq!(faults("<a b='1' b='2'/>"), ["XML008 \"b='2'\""]);
    assert_eq!(faults("<a><b <c/></b></a>"), ["XML007 \"<b\""]);
    assert_eq!(faults("<a x=\"1><b y=\"2\"/></a>"), ["XML007 \"x=\\\"\""]);
    assert_eq!(faults("<a x='<'/>"), ["XML006 \"<\""]);
    assert_eq!(faults("<a></a"), ["XML007 \"</a\""]);
}

#[test]
fn stray_characters() {
    assert_eq!(faults("<a>1 < 2</a>"), ["XML006 \"<\""]);
    assert_eq!(faults("<a>R&D</a>"), ["XML006 \"&\""]);
    assert_eq!(faults("<a>&nbsp;</a>"), ["XML011 \"&nbsp;\""]);
    assert_eq!(faults("<a>&#0;</a>"), ["XML011 \"&#0;\""]);
    assert_eq!(faults("<a>]]></a>"), ["XML006 \"]]>\""]);
    assert_eq!(faults("<a>\u{1}</a>"), ["XML003 \"\\u{1}\""]);
}

#[test]
fn around_the_root() {
    assert_eq!(faults(""), ["XML014 \"\""]);
    assert_eq!(faults("x<a/>"), ["XML013 \"x\""]);
    assert_eq!(faults("<a/> y"), ["XML013 \"y\""]);
    assert_eq!(faults("<a/><b/>"), ["XML013 \"<\""]);
    assert_eq!(faults(" <?xml version='1.0'?><a/>"), ["XML016 \"<?xml\""]);
    assert_eq!(faults("<a><!-- x -- y --></a>"), ["XML015 \"--\""]);
    assert_eq!(faults("<a><!-- x</a>"), ["XML015 \"<!\"", "XML005 \"\""]);
}

#[test]
fn undeclared_prefixes_and_bad_names() {
    assert_eq!(faults("<x:a/>"), ["XML010 \"x:a\""]);
    assert_eq!(faults("<a x:b='1'/>"), ["XML010 \"x:b\""]);
    assert_eq!(faults("<a 1b='1'/>"), ["XML009 \"1b\""]);
}

#[test]
fn depth_is_limited() {
    let text = "<a>".repeat(1000);
    let (tree, findings) = parse_text(&*text);
    assert_eq!(findings.iter().map(|f| f.code.id).collect::<Vec<_>>(), ["XML018"]);
    assert_eq!(tree.print(), text.as_bytes());
}

#[test]
fn encodings_are_read_and_printed_back() {
    let text = "<?xml version='1.0' encoding='Shift_JIS'?><a>カメラ</a>";
    let bytes = crate::encoding::Encoding::for_label("Shift_JIS").unwrap().encode(text);
    let source = Source::new("t", bytes.clone(), None, &Limits::default()).unwrap();
    let (tree, findings) = parse(source, &Limits::default());
    assert!(findings.is_empty());
    assert_eq!(tree.root().unwrap().text(), "カメラ");
    assert_eq!(tree.print(), bytes);
    for label in ["utf-16le", "utf-16be", "utf-32le", "utf-32be"] {
        let bytes = crate::encoding::Encoding::for_label(label).unwrap().encode("\u{FEFF}<a>é</a>");
        let source = Source::new("t", bytes.clone(), None, &Limits::default()).unwrap();
        let (tree, findings) = parse(source, &Limits::default());
        assert!(findings.is_empty(), "{label}");
        assert_eq!(tree.root().unwrap().text(), "é", "{label}");
        assert_eq!(tree.print(), bytes);
    }
}

#[test]
fn edits_keep_every_other_byte() {
    let text = "<?xml version='1.0' encoding='Shift_JIS'?><a>カ<b/>メ</a>";
    let sjis = crate::encoding::Encoding::for_label("Shift_JIS").unwrap();
    let source = Source::new("t", sjis.encode(text), None, &Limits::default()).unwrap();
    let at = text.find("<b/>").unwrap() as u32;
    let (bytes, skipped) = crate::edit::apply(&source, &[crate::Edit::replace(crate::Span::new(at, at + 4), "ラ")]);
    assert_eq!(skipped, 0);
    assert_eq!(bytes, sjis.encode(&text.replace("<b/>", "ラ")));
}

#[test]
fn every_truncation_and_every_flip_prints_back() {
    let text =
        "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY e 'x'>]><a b=\"1\" c='&e;'>t<!--c--><![CDATA[d]]><?p i?></a>";
    for end in 0..text.len() {
        let (tree, _) = parse_text(&text[..end]);
        assert_eq!(tree.print(), &text.as_bytes()[..end]);
    }
    for i in 0..text.len() {
        for flip in [b'<', b'>', b'&', b'"', b'\'', 0, 0xFF, b' ', b'/', b'!', b'[', b']'] {
            let mut bytes = text.as_bytes().to_vec();
            bytes[i] = flip;
            let source = Source::new("t", bytes.clone(), None, &Limits::default()).unwrap();
            assert_eq!(parse(source, &Limits::default()).0.print(), bytes);
        }
    }
}
