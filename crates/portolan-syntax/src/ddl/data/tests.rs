use super::*;
use crate::ddl::FaultKind::{self, *};
use crate::{Limits, Source};

fn faults(text: &str, layout: Layout) -> Vec<FaultKind> {
    scan(text, layout).faults.iter().map(|f| f.kind).collect()
}

fn count(text: &str, layout: Layout) -> (u64, u64) {
    let scan = scan(text, layout);
    assert_eq!(scan.fault_count, 0, "{text}: {:?}", scan.faults);
    (scan.values, scan.sub_arrays)
}

const FLOAT: Layout = Layout::flat(Primitive::Float32);
const FLOAT3: Layout = Layout::arrays(Primitive::Float32, 3);

#[test]
fn counts() {
    assert_eq!(count("", FLOAT), (0, 0));
    assert_eq!(count(" 1 , -2.5e3\n,.5,+4,0x3F800000 /* , 6 */ ", FLOAT), (5, 0));
    assert_eq!(count("{1, 2, 3}, {4,5,6}", FLOAT3), (6, 2));
    assert_eq!(count("// none\n", FLOAT), (0, 0));
    let states = Layout { states: true, ..Layout::arrays(Primitive::Float32, 2) };
    assert_eq!(count("M{1.0, 1.0}, L {2.0, 1.0}, {3, 1}, C // x\n {3,2}", states), (8, 4));
    assert_eq!(count(r#""a" "b", "c}", "d,""#, Layout::flat(Primitive::String)), (3, 0));
    assert_eq!(count("'}', ','", Layout::flat(Primitive::Int8)), (2, 0));
    assert_eq!(count("AA==,, //8A ,", Layout::flat(Primitive::Base64)), (4, 0));
    assert_eq!(count("{$a%b, null},{%c,%d}", Layout::arrays(Primitive::Ref, 2)), (4, 2));
    assert_eq!(count("float, u8, string, unsigned_int8", Layout::flat(Primitive::Type)), (4, 0));
    assert_eq!(count("true, 0, false/**/,1", Layout::flat(Primitive::Bool)), (4, 0));
}

#[test]
fn one_mistake_one_fault() {
    for (text, layout, fault) in [
        ("1, 2 3", FLOAT, MissingComma),
        ("1,, 2", FLOAT, MissingValue),
        (",1", FLOAT, MissingValue),
        ("1, 2,", FLOAT, MissingValue),
        ("{1, 2, 3,}", FLOAT3, MissingValue),
        ("1.0f, 2", FLOAT, Malformed),
        ("\"1\", 2", FLOAT, Malformed),
        ("inf", FLOAT, Malformed),
        ("1e39, 2", FLOAT, OutOfRange),
        ("999999999999999999999999999999999999999", FLOAT, OutOfRange),
        ("{1, 2}, {1, 2, 3}", FLOAT3, SubArrayLength { found: 2 }),
        ("{}", FLOAT3, SubArrayLength { found: 0 }),
        ("{1, 2, 3, 4}", FLOAT3, SubArrayLength { found: 4 }),
        ("{1, 2, 3} {1, 2, 3}", FLOAT3, MissingComma),
        ("1, 2, 3, 4, 5, 6", FLOAT3, MissingBraces),
        ("{1, 2}, {3, 4}", FLOAT, UnexpectedBraces),
        ("{1, 2, 3, {1, 2, 3}", FLOAT3, NestedBraces),
        ("{1, 2, 3 {1, 2, 3}", FLOAT3, NestedBraces),
        ("M{1, 2, 3}, L{1, 2, 3}", FLOAT3, UnexpectedState),
        ("1, /* 2", FLOAT, UnclosedComment),
        ("256", Layout::flat(Primitive::Uint8), OutOfRange),
        ("'abc\n", Layout::flat(Primitive::Int32), UnclosedQuote),
        ("'\\q'", Layout::flat(Primitive::Int32), BadEscape),
        ("'é'", Layout::flat(Primitive::Int32), BadCharacter),
        ("12345678901234567890", Layout::flat(Primitive::Int64), OutOfRange),
        ("abc", Layout::flat(Primitive::String), Malformed),
        ("$a$b", Layout::flat(Primitive::Ref), Malformed),
        ("a", Layout::flat(Primitive::Ref), Malformed),
        ("Node", Layout::flat(Primitive::Type), Malformed),
        ("TRUE", Layout::flat(Primitive::Bool), Malformed),
        ("AAAAA", Layout::flat(Primitive::Base64), Base64Length),
        ("AA /* no comments */ AA", Layout::flat(Primitive::Base64), Malformed),
        ("\0", FLOAT, Malformed),
        ("é", FLOAT, Malformed),
    ] {
        let expected = match fault {
            // An endless comment leaves the comma before it without a value.
            UnclosedComment => vec![UnclosedComment, MissingValue],
            other => vec![other],
        };
        assert_eq!(faults(text, layout), expected, "{text}");
    }
}

#[test]
fn faults_have_places() {
    let scan = scan("1, 256, -1, 3", Layout::flat(Primitive::Uint8));
    let spans: Vec<_> = scan.faults.iter().map(|f| (f.kind, f.span)).collect();
    assert_eq!(spans, [(OutOfRange, Span::new(3, 6)), (OutOfRange, Span::new(8, 10))]);
    assert_eq!((scan.values, scan.fault_count), (4, 2));
    let many = super::scan(&"x,".repeat(100), FLOAT);
    assert_eq!((many.faults.len(), many.fault_count), (FAULTS, 101));
}

#[test]
fn values_with_places() {
    let run = Run::new("1, 0.5 ,x, 0xBF800000", FLOAT);
    let values: Vec<_> = run.floats().map(|v| v.map_err(|f| f.span)).collect();
    assert_eq!(
        values,
        [Ok((1.0, Span::new(0, 1))), Ok((0.5, Span::new(3, 6))), Err(Span::new(8, 9)), Ok((-1.0, Span::new(11, 21)))]
    );
    let integers = |text, primitive| {
        let run = Run::new(text, Layout::flat(primitive));
        run.integers().map(|v| v.map(|v| v.0).map_err(|f| f.kind)).collect::<Vec<_>>()
    };
    assert_eq!(
        integers("1,-0x10,'AB',18446744073709551615", Primitive::Uint64),
        [Ok(1), Err(OutOfRange), Ok(0x4142), Ok(u64::MAX.into())]
    );
    assert_eq!(integers("1", Primitive::Float32), [Err(Malformed)]);
    let strings: Vec<_> = Run::new(r#""a" "b", "\x41""#, Layout::flat(Primitive::String)).strings().flatten().collect();
    assert_eq!(strings, [("ab".into(), Span::new(0, 7)), ("A".into(), Span::new(9, 15))]);
    let bytes: Vec<_> = Run::new("QQ, QU I=", Layout::flat(Primitive::Base64)).bytes().flatten().collect();
    assert_eq!(bytes, [(b"A".to_vec(), Span::new(0, 2)), (b"AB".to_vec(), Span::new(4, 9))]);
    let bools: Vec<_> = Run::new("true,0", Layout::flat(Primitive::Bool)).bools().flatten().map(|b| b.0).collect();
    assert_eq!(bools, [true, false]);
    let types: Vec<_> = Run::new("f,z", Layout::flat(Primitive::Type)).types().flatten().map(|b| b.0).collect();
    assert_eq!(types, [Primitive::Float32, Primitive::Base64]);
    let refs = Run::new("$a%b, null", Layout::flat(Primitive::Ref)).references().flatten().count();
    assert_eq!(refs, 2);
}

#[test]
fn buffers() {
    let run = Run::new("{1.5, 2, 3}, {oops, 1_000, 0x3F800000}", FLOAT3);
    let mut floats = Vec::<f32>::new();
    assert_eq!(run.decode(&mut floats), 1);
    assert!(floats.get(3).is_some_and(|v| v.is_nan()));
    assert_eq!((floats.len(), floats.get(4), floats.get(5)), (6, Some(&1000.0), Some(&1.0)));
    let mut doubles = vec![9.0];
    assert_eq!(Run::new("0.1, 1e300", Layout::flat(Primitive::Float64)).decode(&mut doubles), 0);
    assert_eq!(doubles, [9.0, 0.1, 1e300]);
    let mut indices = Vec::<u16>::new();
    assert_eq!(Run::new("1, 65536, 'A'", Layout::flat(Primitive::Uint32)).decode(&mut indices), 1);
    assert_eq!(indices, [1, 0, 0x41]);
    let mut from_integers = Vec::<f32>::new();
    Run::new("1, -2", Layout::flat(Primitive::Int8)).decode(&mut from_integers);
    assert_eq!(from_integers, [1.0, -2.0]);
}

#[test]
fn floats_are_rounded_once() {
    let mut seed = 3u64;
    let mut random = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        seed >> 20
    };
    let mut texts: Vec<String> = (0..100_000)
        .map(|i| {
            let digits = format!("{:019}", random() * 1_000_003);
            let (whole, fraction) = digits.split_at_checked(1 + i % 12).unwrap_or_default();
            let fraction = fraction.get(..(random() % 12) as usize).unwrap_or(fraction);
            format!("{}{whole}.{fraction}", if i % 2 == 0 { "-" } else { "" })
        })
        .collect();
    // Halfway between two floats, and next to it.
    texts.extend(
        ["16777217", "16777217.0000001", "1.000000059604644775390625", "0.1", "9007199254740993", "-0", "0.0"]
            .map(str::to_owned),
    );
    let text = texts.join(",");
    let (mut singles, mut doubles) = (Vec::<f32>::new(), Vec::<f64>::new());
    Run::new(&text, FLOAT).decode(&mut singles);
    Run::new(&text, FLOAT).decode(&mut doubles);
    for (text, (single, double)) in texts.iter().zip(singles.iter().zip(&doubles)) {
        assert_eq!(text.parse::<f32>().map(f32::to_bits), Ok(single.to_bits()), "{text}");
        assert_eq!(text.parse::<f64>().map(f64::to_bits), Ok(double.to_bits()), "{text}");
    }
}

#[test]
fn sub_arrays_carry_their_states() {
    let layout = Layout { states: true, ..Layout::arrays(Primitive::Float32, 2) };
    let text = "{0, 0}, M{1.0, 1.0}, L{2.0, 1.0}, {3, 4}";
    let arrays: Vec<_> = Run::new(text, layout).sub_arrays().collect();
    let states: Vec<_> = arrays.iter().map(|a| a.state).collect();
    assert_eq!(states, [None, Some("M"), Some("L"), Some("L")]);
    let last = arrays.last().map(|a| (a.span, a.run.floats().flatten().collect::<Vec<_>>()));
    assert_eq!(last, Some((Span::new(34, 40), vec![(3.0, Span::new(35, 36)), (4.0, Span::new(38, 39))])));
}

#[test]
fn parts_hold_the_same_values() {
    let flat: String = (0..1000).map(|i| format!("{i}.5, ")).collect();
    let flat = flat.trim_end_matches([',', ' ']);
    let arrays: String = (0..500).map(|i| format!("{{{i}, 2, 3}} , ")).collect();
    let arrays = arrays.trim_end_matches([',', ' ']);
    for (text, layout) in [(flat, FLOAT), (arrays, FLOAT3), ("1 /* a */, 2", FLOAT), ("", FLOAT)] {
        let run = Run::new(text, layout);
        let (mut whole, mut parts) = (Vec::<f32>::new(), Vec::<f32>::new());
        run.decode(&mut whole);
        for parts_wanted in [1, 2, 7, 100_000] {
            parts.clear();
            for part in run.split(parts_wanted) {
                assert_eq!(part.scan().fault_count, 0, "{}", part.text());
                part.decode(&mut parts);
            }
            assert_eq!(whole, parts);
        }
    }
}

#[test]
fn checking_and_decoding_agree() {
    let pieces = [
        "1", "-1", "0x1", "'A'", "1.5", "\"a\"", "$a", "null", "true", "f", "{", "}", ",", " ", "M", "AA==", "é", "/*",
        "*/", "//", "\n", "[", "(",
    ];
    let mut seed = 1u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..8 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            text.push_str(pieces.get((seed >> 33) as usize % pieces.len()).unwrap_or(&""));
        }
        for primitive in Primitive::ALL {
            for layout in
                [Layout::flat(primitive), Layout { states: seed & 1 << 40 != 0, ..Layout::arrays(primitive, 2) }]
            {
                let run = Run::new(&text, layout);
                let scan = run.scan();
                let decoded = match primitive {
                    p if p.is_float() => run.floats().map(|v| v.is_ok()).collect::<Vec<_>>(),
                    p if p.is_integer() => run.integers().map(|v| v.is_ok()).collect(),
                    Primitive::Bool => run.bools().map(|v| v.is_ok()).collect(),
                    Primitive::String => run.strings().map(|v| v.is_ok()).collect(),
                    Primitive::Ref => run.references().map(|v| v.is_ok()).collect(),
                    Primitive::Type => run.types().map(|v| v.is_ok()).collect(),
                    _ => run.bytes().map(|v| v.is_ok()).collect(),
                };
                assert_eq!(scan.values, decoded.len() as u64, "{primitive} {text:?}");
                if scan.fault_count == scan.faults.len() as u64 {
                    let spoilt = scan.faults.iter().filter(|f| f.kind.spoils_value()).count();
                    assert_eq!(spoilt, decoded.iter().filter(|ok| !**ok).count(), "{primitive} {text:?}");
                }
                assert_eq!(scan.sub_arrays, run.sub_arrays().count() as u64, "{primitive} {text:?}");
            }
        }
    }
}

/// `cargo test --release -p portolan-syntax ddl::data::tests::speed -- --ignored --nocapture`
#[test]
#[ignore = "a measurement"]
#[allow(clippy::print_stdout)]
fn speed() {
    let mut seed = 1u64;
    let mut random = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as u32
    };
    let mut vertices = String::new();
    let mut indices = String::new();
    let mut exponents = String::new();
    let mut bits = String::new();
    while vertices.len() < 50_000_000 {
        let mut number = || f64::from(random() as i32 - (1 << 30)) / 1e8;
        vertices.push_str(&format!("{{{:.6}, {:.6}, {:.6}}}, ", number(), number(), number()));
        indices.push_str(&format!("{{{}, {}, {}}}, ", random() % 100_000, random() % 100_000, random() % 100_000));
        exponents.push_str(&format!("{{{:e}, {:e}, {:e}}}, ", random(), random(), random()));
        bits.push_str(&format!("{{0x{:08X}, 0x{:08X}, 0x{:08X}}}, ", random(), random(), random()));
    }
    for (what, text, primitive) in [
        ("decimal floats", &vertices, Primitive::Float32),
        ("integers", &indices, Primitive::Uint32),
        ("floats with exponent", &exponents, Primitive::Float32),
        ("floats as bit patterns", &bits, Primitive::Float32),
    ] {
        let run = Run::new(text.trim_end_matches([',', ' ']), Layout::arrays(primitive, 3));
        let rate = |start: std::time::Instant| run.text().len() as f64 / start.elapsed().as_secs_f64() / 1e6;
        let start = std::time::Instant::now();
        let scan = run.scan();
        let scanned = rate(start);
        assert_eq!((scan.fault_count, scan.values), (0, scan.sub_arrays * 3));
        let start = std::time::Instant::now();
        let mut out = Vec::<f32>::new();
        assert_eq!(run.decode(&mut out), 0);
        assert_eq!(out.len() as u64, scan.values);
        println!("{what}: scan {scanned:.0} MB/s, decode to f32 {:.0} MB/s", rate(start));
    }
}

#[test]
fn a_scan_knows_the_limits_of_integers() {
    let limits = |text, primitive| scan(text, Layout::flat(primitive)).limits;
    assert_eq!(limits("3, 0x10, 'a', 0", Primitive::Uint32), Some((0, 97)));
    assert_eq!(limits("18446744073709551615, 7", Primitive::Uint64), Some((7, i64::MAX)));
    assert_eq!(limits("", Primitive::Uint8), None);
    assert_eq!(limits("1, 2", Primitive::Float32), None);
}

#[test]
fn a_tree_keeps_what_the_scan_told() {
    let source =
        Source::new("t.ogex", b"A {u8[2] {{1, 2}, {3, 9}}} B {float {1, x}}".to_vec(), None, &Limits::default());
    let (tree, _) = crate::ddl::parse(source.expect("within limits"), &Limits::default());
    let data: Vec<_> = tree.nodes().filter_map(|n| tree.summary(n.id())).collect();
    assert_eq!(data.len(), 2);
    assert_eq!(data[0], Summary { values: 4, sub_arrays: 2, sound: true, limits: Some((1, 9)) });
    assert_eq!((data[1].values, data[1].sound), (2, false));
}

#[test]
fn large_data_is_passed_over_only_where_nothing_is_odd() {
    let rows: String = (0..400).map(|i| format!("{{{i}, 2, 3}},\n")).collect();
    let layout = Layout::arrays(Primitive::Float32, 3);
    let sound = format!("{}{{0, 1, 2}}\n}} Node {{}}", rows);
    let end = super::pass(sound.as_bytes(), 0, layout).unwrap();
    assert_eq!(&sound[end..], "} Node {}");
    let mut values: Vec<f32> = Vec::new();
    assert!(Run::new(&sound[..end], layout).decode_checked(&mut values));
    assert_eq!((values.len(), values[3]), (1203, 1.0));
    for odd in ["{1, /* } */ 2}}", "{1, 2}, 3}}", "{1, 2, 3}", "{1, 2, 3} Node {}}", "{'a', 2, 3}}"] {
        let text = format!("{rows}{odd}");
        assert_eq!(super::pass(text.as_bytes(), 0, layout), None, "{odd}");
    }
    // Too few values, a missing comma, a bad value: nothing is hidden from whoever decodes.
    for odd in ["{1, 2}", "{1 2, 3}", "{1, x, 3}", "{1, {2}, 3}"] {
        let text = format!("{rows}{odd}}}");
        let end = super::pass(text.as_bytes(), 0, layout).unwrap();
        assert!(!Run::new(&text[..end], layout).decode_checked(&mut Vec::<f32>::new()), "{odd}");
    }
    let flat: String = (0..3000).map(|i| format!("{i}, ")).collect();
    let text = format!("{flat}1}}");
    assert_eq!(super::pass(text.as_bytes(), 0, Layout::flat(Primitive::Uint16)), Some(text.len() - 1));
    assert_eq!(super::pass(b"1, 2}", 0, Layout::flat(Primitive::Uint16)), None);
    assert_eq!(super::pass(text.as_bytes(), 0, Layout::flat(Primitive::String)), None);
}

#[test]
fn pieces_tell_what_the_whole_tells() {
    let rows: String = (0..60_000).map(|i| format!("{{{i}, 2, 3}},\n")).collect();
    let layout = Layout::arrays(Primitive::Int32, 3);
    let sound = format!("{rows}{{0, -1, 2}}\n}} Node {{}}");
    let (scan, end) = super::scan_in_pieces(&sound, 0, layout).unwrap();
    let (whole, whole_end, closed) = super::scan_from(&sound, 0, layout);
    assert!(closed && whole.fault_count == 0);
    assert_eq!((scan.values, scan.sub_arrays, scan.limits), (180_003, 60_001, Some((-1, 59_999))));
    assert_eq!((scan.values, scan.sub_arrays, scan.limits), (whole.values, whole.sub_arrays, whole.limits));
    assert_eq!(end, whole_end);
    for odd in ["{1, 2}", "{1 2, 3}", "{1, x, 3}", "{1, {2}, 3}", "{1, 2, 3},", "{1, 2, 3},,{1, 2, 3}"] {
        for text in [format!("{rows}{odd}}}"), format!("{odd},{rows}{{1, 2, 3}}}}")] {
            assert!(super::scan_in_pieces(&text, 0, layout).is_none(), "{odd}");
            assert!(super::scan_from(&text, 0, layout).0.fault_count > 0, "{odd}");
        }
    }
    let flat: String = (0..200_000).map(|i| format!("{i}, ")).collect();
    let flat_layout = Layout::flat(Primitive::Uint32);
    let told = super::scan_in_pieces(&format!("{flat}7}}"), 0, flat_layout);
    assert_eq!(told.map(|(scan, _)| (scan.values, scan.limits)), Some((200_001, Some((0, 199_999)))));
    // Wherever the cut falls, a comma at the end is seen.
    for more in 0..12 {
        let text = format!("{}{}}}", "1".repeat(more), &flat[flat.find(' ').unwrap()..].trim_end());
        assert!(super::scan_in_pieces(&text, 0, flat_layout).is_none());
    }
}
