use std::borrow::Cow;

use super::super::{Document, Primitive};
use super::*;

/// Chooses by a fixed rule, so that every run tries the same.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.roll() % end as u64) as usize
    }

    fn word(&mut self) -> Cow<'static, str> {
        let letters = b"abcXYZ_019";
        let mut word = String::from(char::from(b"AbC_"[self.below(4)]));
        word.extend((0..self.below(6)).map(|_| char::from(letters[self.below(letters.len())])));
        // No reserved type: a second letter makes it another word.
        word.push_str("Ab");
        word.into()
    }

    /// A word that was not thrown before.
    fn new_word(&mut self) -> Cow<'static, str> {
        format!("{}{}", self.word(), self.roll()).into()
    }

    fn text(&mut self) -> Cow<'static, str> {
        let odd = [
            '"', '\\', '\n', '\r', '\t', '\0', '\u{1}', '\u{7f}', '\u{9f}', 'ü', '\u{ffff}', '🜚', '/', '*', 'x', '{',
            ',',
        ];
        (0..self.below(12)).map(|_| odd[self.below(odd.len())]).collect::<String>().into()
    }

    fn reference(&mut self) -> Cow<'static, str> {
        match self.below(4) {
            0 => "null".into(),
            1 => format!("%{}", self.word()).into(),
            2 => format!("${}%{}%{}", self.word(), self.word(), self.word()).into(),
            _ => format!("${}", self.word()).into(),
        }
    }

    fn float(&mut self) -> f64 {
        match self.below(5) {
            0 => self.below(100) as f64 - 50.0,
            1 => [f64::INFINITY, f64::NEG_INFINITY, -0.0, f64::MIN_POSITIVE, f64::MAX][self.below(5)],
            2 => self.below(1000) as f64 / 8.0,
            _ => Some(f64::from_bits(self.roll())).filter(|v| !v.is_nan()).unwrap_or(1.5),
        }
    }

    fn single(&mut self) -> f32 {
        Some(f32::from_bits(self.roll() as u32)).filter(|v| !v.is_nan()).unwrap_or(2.5)
    }

    fn values(&mut self, n: usize) -> Values<'static> {
        match self.below(16) {
            0 => (0..n).map(|_| self.below(2) == 0).collect::<Vec<bool>>().into(),
            1 => (0..n).map(|_| self.roll() as i8).collect::<Vec<_>>().into(),
            2 => (0..n).map(|_| self.roll() as i16).collect::<Vec<_>>().into(),
            3 => (0..n).map(|_| self.roll() as i32).collect::<Vec<_>>().into(),
            4 => (0..n).map(|_| self.roll() as i64).collect::<Vec<_>>().into(),
            5 => (0..n).map(|_| self.roll() as u8).collect::<Vec<_>>().into(),
            6 => (0..n).map(|_| self.roll() as u16).collect::<Vec<_>>().into(),
            7 => (0..n).map(|_| self.roll() as u32).collect::<Vec<_>>().into(),
            8 => (0..n).map(|_| self.roll()).collect::<Vec<_>>().into(),
            9 => Values::Float16((0..n).map(|_| (self.below(4096) as f32 - 2048.0) / 32.0).collect()),
            10 => (0..n).map(|_| self.single()).collect::<Vec<_>>().into(),
            11 => (0..n).map(|_| self.float()).collect::<Vec<_>>().into(),
            12 => Values::String((0..n).map(|_| self.text()).collect()),
            13 => Values::Ref((0..n).map(|_| self.reference()).collect()),
            14 => Values::Type((0..n).map(|_| Primitive::ALL[self.below(16)]).collect()),
            _ => {
                let bytes = |dice: &mut Dice| (0..1 + dice.below(9)).map(|_| dice.roll() as u8).collect::<Vec<u8>>();
                Values::Base64((0..n).map(|_| Cow::Owned(bytes(self))).collect())
            }
        }
    }

    fn literal(&mut self) -> Literal<'static> {
        match self.below(7) {
            0 => Literal::Bool(self.below(2) == 0),
            1 => Literal::Int(self.roll() as i64),
            2 => Literal::Uint(self.roll() | 1 << 63),
            3 => Literal::Float64(self.below(1000) as f64 / 16.0),
            4 => Literal::String(self.text()),
            5 => Literal::Ref(self.reference()),
            _ => Literal::Type(Primitive::ALL[self.below(16)]),
        }
    }

    fn structure(&mut self, depth: usize) -> Structure<'static> {
        let mut made = match depth == 0 || self.below(3) == 0 {
            true => {
                let size = [None, Some(1), Some(3), Some(4), Some(16)][self.below(5)];
                let rows = [0, 1, 2, 7, 40][self.below(5)];
                let values = self.values(rows * size.unwrap_or(1) as usize);
                let mut states = Vec::new();
                if size.is_some() && rows > 0 && self.below(3) == 0 {
                    states.push((0, "First".into()));
                    states.extend((rows > 2).then(|| (2, "Later".into())));
                }
                Structure::of_data(Data { sub_array: size, states, values })
            }
            false => {
                let inner = (0..self.below(4)).map(|_| self.structure(depth - 1)).collect::<Vec<_>>();
                let mut made = Structure::new(self.word()).with_all(inner);
                for _ in 0..self.below(3) {
                    made = made.property(self.new_word(), self.literal());
                }
                made
            }
        };
        match self.below(4) {
            0 => made.name = Some(Name::Global(self.new_word())),
            1 => made.name = Some(Name::Local(self.new_word())),
            _ => {}
        }
        made
    }
}

#[test]
fn what_is_written_is_read_back() {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    for round in 0..600 {
        let made: Vec<Structure<'_>> = (0..1 + dice.below(3)).map(|_| dice.structure(3)).collect();
        let style = Style { old_names: round % 5 == 0, width: [20, 60, 100][round % 3], ..Style::default() };
        let text = write(&made, &style).unwrap();
        let back = Document::read(text.clone());
        let errors: Vec<_> = back.findings().iter().filter(|f| f.severity == crate::Severity::Error).collect();
        assert!(errors.is_empty(), "{errors:?}\n{text}");
        assert_eq!(back.to_structures().unwrap(), made, "{text}");
    }
}

#[test]
fn bits_are_read_back() {
    let mut dice = Dice(77);
    let singles: Vec<f32> = (0..5000).map(|_| dice.single()).collect();
    let doubles: Vec<f64> = (0..500).map(|_| dice.float()).collect();
    let made = [Structure::data(singles), Structure::arrays(4, doubles)];
    let text = write(&made, &Style { precise: true, ..Style::default() }).unwrap();
    assert!(text.contains("0x") && !text.contains('.'));
    assert_eq!(Document::read(text).to_structures().unwrap(), made);
}

#[test]
fn long_lists_are_the_same_in_one_piece_and_in_many() {
    let many: Vec<f32> = (0..3 * (2 * BATCH + 100)).map(|i| i as f32 * 0.37).collect();
    let made = [Structure::new("VertexArray").with(Structure::arrays(3, many))];
    let text = write(&made, &Style::default()).unwrap();
    assert_eq!(Document::read(text.clone()).to_structures().unwrap(), made);
    assert!(text.lines().all(|l| l.len() <= 110));
}

#[test]
fn the_layout_is_that_of_the_listings() {
    let cube = Structure::new("GeometryNode")
        .global("node1")
        .with(Structure::new("Name").with(Structure::text("Cube")))
        .with(Structure::new("ObjectRef").with(Structure::references(["$geometry1"])))
        .with(
            Structure::new("Transform")
                .with(Structure::arrays(12, [1.0f32, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 50.0, 50.0, 0.0])),
        );
    let points: Vec<f32> = (0..24).map(|i| i as f32 - 7.5).collect();
    let mesh = Structure::new("Mesh")
        .property("primitive", "triangles")
        .with(Structure::new("VertexArray").property("attrib", "position").with(Structure::arrays(3, points)));
    let metric = Structure::new("Metric").property("key", "distance").with(Structure::data(0.01f32));
    let object = Structure::new("GeometryObject").global("geometry1").comment("Cube").with(mesh);
    let expected = "Metric (key = \"distance\") {float {0.01}}\n\
        \nGeometryNode $node1\n{\n\tName {string {\"Cube\"}}\n\tObjectRef {ref {$geometry1}}\n\
        \n\tTransform\n\t{\n\t\tfloat[12]\t\t// 1\n\t\t{\n\
        \t\t\t{1.0, 0.0, 0.0,\n\t\t\t 0.0, 1.0, 0.0,\n\t\t\t 0.0, 0.0, 1.0,\n\t\t\t 50.0, 50.0, 0.0}\n\t\t}\n\t}\n}\n\
        \nGeometryObject $geometry1\t\t// Cube\n{\n\tMesh (primitive = \"triangles\")\n\t{\n\
        \t\tVertexArray (attrib = \"position\")\n\t\t{\n\t\t\tfloat[3]\t\t// 8\n\t\t\t{\n\
        \t\t\t\t{-7.5, -6.5, -5.5}, {-4.5, -3.5, -2.5}, {-1.5, -0.5, 0.5}, {1.5, 2.5, 3.5},\n\
        \t\t\t\t{4.5, 5.5, 6.5}, {7.5, 8.5, 9.5}, {10.5, 11.5, 12.5}, {13.5, 14.5, 15.5}\n\
        \t\t\t}\n\t\t}\n\t}\n}\n";
    assert_eq!(write(&[metric, cube, object], &Style::default()).unwrap(), expected);
}

#[test]
fn what_is_not_openddl_is_refused() {
    let refused = |made: Structure<'_>| write(&[Structure::new("Out").with(made)], &Style::default()).unwrap_err();
    assert_eq!(
        refused(Structure::new("float")).to_string(),
        "Out/float: the type is the name of a primitive structure"
    );
    assert_eq!(refused(Structure::new("a b")).message, "`a b` is not an identifier");
    assert_eq!(refused(Structure::new("A").global("1")).message, "`1` is not an identifier");
    assert_eq!(refused(Structure::new("A").property("", 1)).message, "`` is not an identifier");
    assert_eq!(refused(Structure::arrays(3, [1u8, 2])).message, "2 values cannot be divided into sub-arrays of 3");
    assert_eq!(refused(Structure::arrays(0, [1u8])).message, "1 values cannot be divided into sub-arrays of 0");
    assert_eq!(refused(Structure::references(["$a$b"])).message, "`$a$b` is not a reference");
    assert_eq!(refused(Structure::data(1u8).property("a", 1)).message, "a primitive structure has no properties");
    let deep = (0..600).fold(Structure::new("A"), |inner, _| Structure::new("A").with(inner));
    assert!(refused(deep).message.contains("too deeply"));
}

#[test]
fn references_are_followed() {
    let text = "A $a { B %b { C %c {float {1}} } D { E (to = %b) {ref {%b%c, $a, null, $none}} } }  A %top { B %b {} }";
    let document = Document::read(text);
    let e = document.find("$a").unwrap().child("D").unwrap().child("E").unwrap();
    assert_eq!(e.target("to").unwrap().name(), Some("%b"));
    let targets: Vec<Option<&str>> = e.targets().map(|t| t.and_then(|t| t.name())).collect();
    assert_eq!(targets, [Some("%c"), Some("$a"), None, None]);
    assert_eq!(document.find("$a%b%c").unwrap().floats(), [1.0]);
    assert_eq!(document.find("%top%b").unwrap().parent().unwrap().name(), Some("%top"));
    for nothing in ["$x", "%b", "$a%c", "a", "null", ""] {
        assert!(document.find(nothing).is_none(), "{nothing}");
    }
}

#[test]
fn names_are_given_once() {
    let twice =
        [Structure::new("Item").global("tea"), Structure::new("Item").with(Structure::new("Item").global("tea"))];
    let why = write(&twice, &Style::default()).unwrap_err();
    assert_eq!(why.to_string(), "Item/Item: the name `$tea` is given twice");
    let locals =
        |second| Structure::new("Item").with(Structure::new("A").local("x")).with(Structure::new("B").local(second));
    assert!(write(&[locals("y"), locals("z")], &Style::default()).is_ok());
    assert_eq!(write(&[locals("x")], &Style::default()).unwrap_err().message, "the name `%x` is given twice");
    let property = Structure::new("Item").property("a", 1u32).property("a", 2u32);
    assert_eq!(write(&[property], &Style::default()).unwrap_err().message, "the property `a` is given twice");
    let reserved = write(&[Structure::new("q7")], &Style::default()).unwrap_err();
    assert_eq!(reserved.message, "OpenDDL reserves types of one lower-case letter, alone or with digits");
}

#[test]
fn literals_of_properties_stay_as_they_are_written() {
    let text = "Item (z = SGVsbG8, bits = 0x3F800000, c = 'ab', e = 1e3, f = 1.5, n = -7, t = float32, flag = true) {}";
    let document = Document::read(text);
    let item = document.structures().next().unwrap();
    assert_eq!(item.base64("z").as_deref(), Some(&b"Hello"[..]));
    assert_eq!((item.float("bits"), item.float("e"), item.double("f")), (Some(1.0), Some(1000.0), Some(1.5)));
    assert_eq!((item.signed("n"), item.unsigned("c"), item.unsigned("n")), (Some(-7), Some(0x6162), None));
    assert_eq!((item.data_type("t"), item.bool("flag")), (Some(Primitive::Float32), Some(true)));
    let written = write(&document.to_structures().unwrap(), &Style::default()).unwrap();
    let head = text.trim_end_matches(" {}");
    assert_eq!(written, format!("{head}\n{{\n}}\n"));
    let made = Structure::new("Item").property("z", Literal::Base64(b"Hello".as_slice().into()));
    assert!(write(&[made], &Style::default()).unwrap().starts_with("Item (z = SGVsbG8=)"));
    let wrong = Structure::new("Item").property("z", Literal::Raw("1) {}".into()));
    assert_eq!(write(&[wrong], &Style::default()).unwrap_err().message, "`1) {}` is not a literal");
}

#[test]
fn an_unreadable_value_is_an_error_and_shifts_nothing() {
    let document = Document::read("uint8 {1, 300, 3}");
    let item = document.structures().next().unwrap();
    assert!(item.integers().is_err() && document.to_structures().is_err());
    assert_eq!(item.integers().unwrap_err().fault.kind, crate::ddl::FaultKind::OutOfRange);
    let sound =
        Document::read("bool {true, false} string {\"a\"} ref {$a, null} type {float} base64 {SGVsbG8=} double {0.5}");
    let all: Vec<_> = sound.structures().collect();
    assert_eq!(all[0].bools().unwrap(), [true, false]);
    assert_eq!(all[1].strings().unwrap(), ["a"]);
    assert_eq!(all[2].references().unwrap().len(), 2);
    assert_eq!(all[3].types().unwrap(), [Primitive::Float32]);
    assert_eq!(all[4].bytes().unwrap(), [b"Hello"]);
    assert_eq!(all[5].doubles().unwrap(), [0.5]);
}
