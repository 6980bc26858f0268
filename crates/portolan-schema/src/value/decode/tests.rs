use std::fmt::Debug;
use std::fmt::Write as _;
use std::str::FromStr;

use super::*;

fn indices(text: &str, stride: usize, hint: usize, out: &mut Vec<u32>) -> (Decoded, Vec<u32>) {
    List::from(text).indices(stride, hint, out)
}

fn reals(text: &str, hint: usize) -> (Decoded, Vec<f32>, Option<Vec<f64>>) {
    List::from(text).reals(hint)
}

/// The same numbers on every run.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let x = self.0 ^ (self.0 >> 29);
        x.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (x >> 32)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn digits(&mut self, count: u64) -> String {
        (0..count).map(|_| char::from(b'0' + self.below(10) as u8)).collect()
    }

    fn space(&mut self) -> &'static str {
        ["\n", "\t", "\r\n", "  ", "\n            ", " ", " ", " ", " ", " "][self.below(10) as usize]
    }

    /// A number in one of many shapes.
    fn float(&mut self) -> String {
        let sign = ["", "", "-", "+"][self.below(4) as usize];
        let (whole, fraction) = (self.below(11), self.below(11));
        let bits = self.next();
        match self.below(14) {
            0 => format!("{sign}{}", f32::from_bits(bits as u32 & 0x7F7F_FFFF)),
            1 => format!("{sign}{:e}", f32::from_bits(bits as u32 & 0x7F7F_FFFF)),
            2 => format!("{sign}{}", f64::from_bits(bits & 0x7FEF_FFFF_FFFF_FFFF)),
            3 => format!("{sign}{:e}", f64::from_bits(bits & 0x7FEF_FFFF_FFFF_FFFF)),
            4 => format!("{sign}{}E{}", self.digits(1 + whole), fraction as i64 - 5),
            5 => format!("{sign}{}.", self.digits(1 + whole)),
            6 => format!("{sign}.{}", self.digits(1 + whole)),
            7 => format!("{sign}{}", self.digits(1 + whole)),
            8 => format!("{sign}{}.{}", self.digits(1 + 2 * whole), self.digits(1 + 2 * fraction)),
            9 => format!("{sign}{}.{}e-{}", self.digits(1), self.digits(6), self.below(50)),
            10 => format!("{sign}{}", f64::from_bits(bits >> 6 | 0x3F00_0000_0000_0000)),
            11 => format!("{sign}{}e{}", self.digits(19), whole + fraction),
            _ => format!("{sign}{}.{}", self.digits(1 + whole / 3), self.digits(6)),
        }
    }

    fn list(&mut self, count: usize, mut word: impl FnMut(&mut Noise) -> String) -> String {
        let mut text = String::new();
        for _ in 0..count {
            text.push_str(&word(self));
            text.push_str(self.space());
        }
        text
    }
}

type Decoder<T> = fn(&str, usize, &mut Vec<T>) -> Decoded;

/// Decodes and holds every value against what the standard library reads.
fn compare<T: FromStr + Copy + Debug>(text: &str, decode: Decoder<T>, same: fn(T, T) -> bool)
where
    T::Err: Debug,
{
    let mut out = Vec::new();
    let decoded = decode(text, 0, &mut out);
    assert_eq!((decoded.bad, decoded.bad_count), (None, 0));
    assert_eq!(decoded.count, out.len());
    let mut words = text.split_ascii_whitespace();
    for value in &out {
        let word = words.next().unwrap();
        let wanted: T = word.parse().unwrap();
        assert!(same(*value, wanted), "{word}: {value:?} instead of {wanted:?}");
    }
    assert_eq!(words.next(), None);
}

#[test]
fn floats_as_the_standard_library_reads_them() {
    let mut noise = Noise(1);
    for _ in 0..20 {
        let text = noise.list(50_000, Noise::float);
        compare::<f32>(&text, f32s, |a, b| a.to_bits() == b.to_bits());
        compare::<f64>(&text, f64s, |a, b| a.to_bits() == b.to_bits());
    }
}

/// Numbers that lie in the middle between two floats of single precision, or as near to it as decimals come.
#[test]
fn middles_round_to_even() {
    let mut noise = Noise(2);
    let text = noise.list(300_000, |noise| {
        let exponent = 100 + noise.below(60) as u32;
        let low = f32::from_bits(exponent << 23 | noise.below(1 << 23) as u32);
        let middle = f64::midpoint(f64::from(low), f64::from(low.next_up()));
        let shifted = f64::from_bits(middle.to_bits().wrapping_add(noise.below(7)).wrapping_sub(3));
        match noise.below(3) {
            0 => format!("{middle}"),
            1 => format!("{shifted}"),
            _ => format!("{shifted:.*}", noise.below(12) as usize),
        }
    });
    compare::<f32>(&text, f32s, |a, b| a.to_bits() == b.to_bits());
    // The same for double precision, with as many digits as a word of the machine holds.
    let text = noise.list(100_000, |noise| {
        let middle = (1 << 54) + 2 * noise.below(1 << 53) + 1;
        match noise.below(5) {
            0 => format!("{}", middle - (1 << 53)),
            1 => format!("{}.5", middle / 2),
            2 => format!("{}.{}", middle / 4, ["25", "75"][(middle as usize / 2) % 2]),
            3 => format!("{}.{}", middle / 2, ["50", "51", "49", "500"][noise.below(4) as usize]),
            _ => format!("{}e{}", middle, noise.below(8)),
        }
    });
    compare::<f64>(&text, f64s, |a, b| a.to_bits() == b.to_bits());
    compare::<f32>("16777217 16777219 33554434.0 9007199254740993 0.0 ", f32s, |a, b| a == b);
    compare::<f64>("9007199254740991 9007199254740992 9007199254740993 9007199.254740993 1 ", f64s, |a, b| a == b);
}

#[test]
fn whole_numbers_as_the_standard_library_reads_them() {
    let mut noise = Noise(3);
    for _ in 0..10 {
        let text = noise.list(100_000, |noise| {
            let bits = noise.below(33);
            let value = noise.below(1 << bits).to_string();
            if noise.below(9) == 0 { format!("{:0>12}", value) } else { value }
        });
        compare::<u32>(&text, u32s, |a, b| a == b);
        compare::<u32>(&text, |text, hint, out| indices(text, 3, hint, out).0, |a, b| a == b);
        let text = noise.list(100_000, |noise| {
            let bits = noise.below(32);
            let sign = ["", "-", "+"][noise.below(3) as usize];
            format!("{sign}{}", noise.below(1 << bits))
        });
        compare::<i32>(&text, i32s, |a, b| a == b);
    }
}

#[test]
fn limits_of_whole_numbers() {
    let mut out = Vec::new();
    let decoded = u32s("4294967295 4294967296 -1 +1 -0 1.0 99999999999999999999999 000000000000000007 0", 9, &mut out);
    assert_eq!(out, [u32::MAX, u32::MAX, u32::MAX, u32::MAX, u32::MAX, u32::MAX, u32::MAX, 7, 0]);
    assert_eq!(decoded, Decoded { count: 9, bad: Some(11..21), bad_count: 6, ..Decoded::default() });
    let mut out = Vec::new();
    let decoded = i32s("2147483647 -2147483648 2147483648 -2147483649 +5 -0 - + 1e3 --1", 0, &mut out);
    assert_eq!(out, [i32::MAX, i32::MIN, 0, 0, 5, 0, 0, 0, 0, 0]);
    assert_eq!((decoded.bad, decoded.bad_count), (Some(23..33), 6));
}

#[test]
fn words_that_are_no_floats() {
    let bad = [
        ".",
        "-",
        "+",
        "-.",
        "1e",
        "1e+",
        "1.0e-",
        "1.0f",
        "1,5",
        "1,",
        "0x10",
        "e5",
        ".e5",
        "1.2.3",
        "1..2",
        "--1",
        "+-1",
        "1-",
        "12345678-",
        "inf",
        "+INF",
        "nan",
        "infinity",
        "1_0",
        "1\u{a0}2",
        "\u{a0}1",
        "１",
        "1\u{1}2",
        "\u{0}",
        "12345678.1234x678",
        "123456789012345678901234567890x",
        "1.#IND",
        "1e5.0",
        "1e1e1",
        "/1",
        ":1",
        "1:",
        "1/",
    ];
    for word in bad {
        // At the start, in the middle and at the end: near either end of the text words are read differently.
        let many = "12345.678 ".repeat(60);
        let long = (many.as_str(), " 12345.678 1");
        for (before, behind) in
            [("", ""), ("12345.678 ", " 12345.678"), ("", " 12345.678 1"), ("12345.678 1 ", ""), long]
        {
            let text = format!("{before}{word}{behind}");
            let at = before.len()..before.len() + word.len();
            let words = text.split([' ', '\t', '\r', '\n']).count();
            let wanted = Decoded { count: words, bad: Some(at), bad_count: 1, ..Decoded::default() };
            let (mut singles, mut doubles) = (Vec::new(), Vec::new());
            assert_eq!(Decoded { long: false, ..f32s(&text, 0, &mut singles) }, wanted, "{text}");
            assert_eq!(f64s(&text, 0, &mut doubles), wanted, "{text}");
            let place = before.split_ascii_whitespace().count();
            assert_eq!((singles[place], doubles[place], singles.len()), (0.0, 0.0, words), "{text}");
        }
    }
}

/// Vector instructions or not: the same values, the same faults at the same places.
#[test]
fn vectors_give_what_single_words_give() {
    fn both<N: Number>(text: &str) {
        let (mut quick, mut slow) = (Vec::new(), Vec::new());
        let a = each::<N>(text.as_bytes(), None, |values| quick.extend_from_slice(values));
        let b = each_anywhere::<N>(text.as_bytes(), |values| slow.extend_from_slice(values));
        assert_eq!(a, b, "{text}");
        let same = bytemuck::cast_slice::<_, u8>(&quick) == bytemuck::cast_slice::<_, u8>(&slow);
        assert!(same, "{text}");
    }
    let mut noise = Noise(7);
    for round in 0..1500 {
        let odd = [0, 3, 40, 400][round % 4];
        let text = noise.list(60, |noise| match noise.below(1000) < odd {
            false => match round % 3 {
                0 => noise.float(),
                1 => noise.below(100_000).to_string(),
                _ => format!("-{}.{}", noise.below(1000), noise.below(10_000_000)),
            },
            true => {
                let length = 1 + noise.below(24);
                (0..length).map(|_| char::from(b"0123456789.-+eE"[noise.below(15) as usize])).collect()
            }
        });
        both::<float::Single>(&text);
        both::<float::Double>(text.trim_end());
        both::<whole::Unsigned>(&text);
        both::<whole::Index>(&text);
        both::<whole::Signed>(&text);
    }
}

/// Numbers of 17 to 19 digits, beside and in the middle of two doubles.
#[test]
fn long_words_round_correctly() {
    let mut noise = Noise(8);
    let text = noise.list(400_000, |noise| {
        let (count, bits) = (17 + noise.below(3), noise.next());
        let sign = ["", "-"][noise.below(2) as usize];
        match noise.below(6) {
            0 => {
                format!("{sign}{:.*}", 14 + noise.below(5) as usize, f64::from_bits(bits >> 12 | 0x3FE0_0000_0000_0000))
            }
            1 => format!("{sign}{}.{}", noise.digits(1), noise.digits(count - 1)),
            2 => format!("{sign}.{}", noise.digits(count)),
            3 => format!("{sign}{}.{}", noise.digits(3), noise.digits(count - 3)),
            4 => format!("{sign}{}.{}e{}", noise.digits(1), noise.digits(count - 1), noise.below(40) as i64 - 20),
            _ => format!("{sign}{}", noise.digits(count)),
        }
    });
    compare::<f64>(&text, f64s, |a, b| a.to_bits() == b.to_bits());
    compare::<f32>(&text, f32s, |a, b| a.to_bits() == b.to_bits());
}

#[test]
fn words_that_may_say_more_than_single_precision_holds() {
    let long = |text: &str| f32s(text, 0, &mut Vec::new()).long;
    assert!(!long("-0.123456 12345.67 -1.234567 16777216 1e-30"));
    assert!(long("0 12.345678 1") && long("16777218") && long("1.2345678e-3"));
    let many = "0.5 ".repeat(100_000);
    assert!(!long(&many) && long(&format!("{many}123.456789")));
}

#[test]
fn specials_are_counted() {
    let text = "INF 1 -INF NaN 1e39 -1e400 1e-400 -0";
    let mut singles = Vec::new();
    let decoded = f32s(text, 8, &mut singles);
    assert_eq!(decoded, Decoded { count: 8, specials: 5, long: true, ..Decoded::default() });
    assert_eq!(singles[0], f32::INFINITY);
    assert_eq!(singles[2], f32::NEG_INFINITY);
    assert!(singles[3].is_nan());
    assert_eq!((singles[4], singles[5], singles[6]), (f32::INFINITY, f32::NEG_INFINITY, 0.0));
    assert!(singles[7] == 0.0 && singles[7].is_sign_negative());
    let mut doubles = Vec::new();
    assert_eq!(f64s(text, 8, &mut doubles).specials, 4);
    assert_eq!(doubles[4], 1e39);
    // Nineteen digits with an exponent, too large for single precision only, in a text long enough for vectors.
    let text = "0.5 ".repeat(60) + "9064685135926149345e20 -3.402823669209384634e38 -9999999999999999999e22 1";
    assert_eq!(f32s(&text, 0, &mut singles).specials, 3);
    assert_eq!(f64s(&text, 0, &mut doubles).specials, 0);
}

/// Zero times any power of ten is zero.
#[test]
fn zeros_with_exponents() {
    let mut text = String::new();
    for exponent in -400..400 {
        let _ = write!(text, "0e{exponent} -0.000E{exponent} 000000000000000000.0e{exponent} ");
    }
    compare::<f32>(&text, f32s, |a, b| a.to_bits() == b.to_bits());
    compare::<f64>(&text, f64s, |a, b| a.to_bits() == b.to_bits());
}

#[test]
fn hostile_lengths() {
    let zeros = "0".repeat(100_000);
    let nines = "9".repeat(100_000);
    let text = format!("{nines} 0.{zeros}1 {zeros}.5 1e{nines} 1e-{nines} {nines}e-99999 {nines}x");
    let mut out = Vec::new();
    let decoded = f32s(&text, usize::MAX, &mut out);
    assert_eq!((decoded.count, decoded.bad_count, decoded.specials), (7, 1, 2));
    assert_eq!(out[..5], [f32::INFINITY, 0.0, 0.5, f32::INFINITY, 0.0]);
    assert_eq!(out[5], format!("{nines}e-99999").parse::<f32>().unwrap());
    let mut whole = Vec::new();
    assert_eq!(u32s(&format!("{zeros}7 {nines}"), usize::MAX, &mut whole).bad_count, 1);
    assert_eq!(whole, [7, u32::MAX]);
}

#[test]
fn values_are_appended_and_space_is_nothing() {
    let mut out = vec![7];
    for nothing in ["", " ", "\n\t \r", &" ".repeat(64), &" ".repeat(1000), &"\n".repeat(PARALLEL)] {
        assert_eq!(u32s(nothing, 5, &mut out), Decoded::default());
    }
    for length in 0..200 {
        let text = format!("{}8 9{}", " ".repeat(length), "\n".repeat(length % 7));
        out.truncate(1);
        assert_eq!(u32s(&text, 0, &mut out).count, 2);
        assert_eq!(out, [7, 8, 9]);
    }
}

#[test]
fn words_across_blocks() {
    for length in 1..140 {
        let mut text = String::new();
        for i in 0..40 {
            let _ = write!(text, "{i:0length$}.5 ");
        }
        compare::<f64>(&text, f64s, |a, b| a == b);
        compare::<f32>(text.trim_end(), f32s, |a, b| a == b);
    }
}

#[test]
fn pieces_give_what_the_whole_gives() {
    let mut noise = Noise(4);
    let text = noise.list(200_000, |noise| match noise.below(1000) {
        0 => "x1".to_owned(),
        1 => "INF".to_owned(),
        _ => noise.float(),
    });
    assert!(text.len() > 2 * PARALLEL);
    let (mut whole, mut parts) = (Vec::new(), vec![1.0]);
    let on = |cores| portolan_parallel::ThreadPoolBuilder::new().num_threads(cores).build().unwrap();
    let serial = on(1).install(|| f32s(&text, 0, &mut whole));
    let pool = on(3);
    let parallel = pool.install(|| f32s(&text, 0, &mut parts));
    assert_eq!(serial, parallel);
    assert!(serial.bad_count > 100 && serial.specials > 100);
    assert!(whole.iter().map(|v| v.to_bits()).eq(parts[1..].iter().map(|v| v.to_bits())));
}

#[test]
fn pieces_of_hostile_text() {
    let pool = portolan_parallel::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    // A word longer than several pieces, and a first bad word in a late piece.
    let text = format!("1 {} 2 {} x", "3".repeat(3 * PIECE), "4 ".repeat(PIECE));
    let mut out = Vec::new();
    let decoded = pool.install(|| u32s(&text, 0, &mut out));
    assert_eq!((decoded.count, decoded.bad_count), (PIECE + 4, 2));
    assert_eq!(decoded.bad, Some(2..2 + 3 * PIECE));
    assert_eq!((out[0], out[1], out[2], out[3], out.last()), (1, u32::MAX, 2, 4, Some(&u32::MAX)));
    let text = format!("{}x", "4 ".repeat(PIECE));
    let decoded = pool.install(|| u32s(&text, 0, &mut Vec::new()));
    assert_eq!(decoded.bad, Some(2 * PIECE..2 * PIECE + 1));
    for text in ["1".repeat(PARALLEL), " 1".repeat(PARALLEL), "\u{a0}".repeat(PARALLEL)] {
        let wanted = text.split([' ']).filter(|w| !w.is_empty()).count();
        assert_eq!(pool.install(|| u32s(&text, 0, &mut Vec::new())).count, wanted);
    }
}

#[test]
fn columns_of_indices() {
    let of = |text: &str, stride| indices(text, stride, 0, &mut Vec::new()).1;
    assert_eq!(of("0 5 1 2 7 0", 2), [8, 6]);
    assert_eq!(of("0 5 1 2 7 0 9", 3), [10, 8, 2]);
    assert_eq!(of("0 5 x 2 7 4294967295", 3), [3, 8, 0]);
    assert_eq!(of("4294967294", 1), [u32::MAX]);
    assert_eq!(of("1 2 3", usize::MAX), [2, 3, 4]);
    assert_eq!(of("1 2 3", 0), [0; 0]);
    assert_eq!(of(" ", 3), [0; 0]);
    let mut out = vec![1_000_000];
    assert_eq!(indices("1 4294967295", 2, 0, &mut out).0.bad_count, 1);
    assert_eq!(out, [1_000_000, 1, u32::MAX]);

    let mut noise = Noise(5);
    let text = noise.list(400_000, |noise| noise.below(1 << 20).to_string());
    for stride in [1, 2, 3, 4, 5, 7, 64, 65, 1000, 100_003] {
        let (mut out, mut wanted) = (Vec::new(), vec![0; stride]);
        let (_, needed) = indices(&text, stride, 0, &mut out);
        for row in out.chunks(stride) {
            wanted.iter_mut().zip(row).for_each(|(kept, new)| *kept = new.saturating_add(1).max(*kept));
        }
        assert_eq!(needed, wanted, "{stride}");
    }
}

#[test]
fn a_few_numbers_as_the_standard_library_reads_them() {
    let mut noise = Noise(9);
    let mut read = 0;
    for _ in 0..20_000 {
        let text = noise.list(3, Noise::float);
        let mut values = [0.0; 3];
        if few(text.as_bytes(), &mut values) {
            read += 1;
            let wanted: Vec<f64> = text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect();
            assert!(values.iter().map(|v| v.to_bits()).eq(wanted.iter().map(|v| v.to_bits())), "{text}");
        }
    }
    assert!(read > 100, "{read}");
    for _ in 0..1000 {
        let text = noise.list(3, |noise| format!("-{}.{}", noise.below(1000), noise.digits(5)));
        assert!(few(text.as_bytes(), &mut [0.0; 3]), "{text}");
    }
    for text in ["1 2", "1 2 3 4", "1 2 x", "1 2 +3", "1 2 INF", "1 2 -", "1 2 .", "1 2 1e999", "", "1,2 3 4"] {
        assert!(!few(text.as_bytes(), &mut [0.0; 3]), "{text}");
    }
    assert!(!few("1 ".repeat(200).as_bytes(), &mut [0.0; 200]));
    let mut values = [0.0; 4];
    assert!(few(b"\n-0.5 0.25\t17 100.125 ", &mut values));
    assert_eq!(values, [-0.5, 0.25, 17.0, 100.125]);
}

#[test]
fn both_precisions_are_rounded_from_the_text() {
    let mut noise = Noise(11);
    let usual = noise.list(60_000, |noise| format!("-{}.{}", noise.below(100), noise.digits(6)));
    let any = noise.list(60_000, Noise::float);
    // The first is in the middle of two singles, and its text is a little more.
    let middle = usual.replacen(' ', " 1.00000005960464477539062500000001 ", 1);
    let short = usual.replace('.', " 0.");
    for (text, long) in
        [(&usual, true), (&any, true), (&middle, true), (&short, false), (&usual[..5000].to_owned(), true)]
    {
        let (mut singles, mut doubles) = (Vec::new(), Vec::new());
        let told = f32s(text, 0, &mut singles);
        f64s(text, 0, &mut doubles);
        let (decoded, found, exact) = reals(text, 0);
        assert_eq!((decoded.count, decoded.long, told.long), (told.count, long, long));
        assert!(found.iter().map(|v| v.to_bits()).eq(singles.iter().map(|v| v.to_bits())));
        assert_eq!(exact.is_some(), long);
        if let Some(exact) = exact {
            assert!(exact.iter().map(|v| v.to_bits()).eq(doubles.iter().map(|v| v.to_bits())));
        }
    }
    assert!(rounded(&[1.0, 1.0 + 2f64.powi(-24)]).is_none());
    assert!(rounded(&[1.0, 1e-40]).is_none() && rounded(&[1.0, 3.5e38]).is_none() && rounded(&[f64::NAN]).is_none());
    assert_eq!(rounded(&[1.0, -0.0, 0.1]), Some(vec![1.0, -0.0, 0.1]));
}
