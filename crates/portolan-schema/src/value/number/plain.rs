//! Long lists in which nothing is wrong, judged many words at a time. Whatever is not plain is left to the loops that look
//! at one word after the other.

use wide::u8x16;

use super::super::decode;

/// Bytes looked at together: one bit of a word of the machine for each.
const BLOCK: usize = 64;

/// Which bytes of a block are what, the first in the lowest bit.
struct Classes {
    space: u64,
    digit: u64,
    point: u64,
    sign: u64,
    letter: u64,
}

impl Classes {
    #[inline(always)]
    fn of(block: &[u8; BLOCK]) -> Classes {
        let mut all = Classes { space: 0, digit: 0, point: 0, sign: 0, letter: 0 };
        let (sixteens, _) = block.as_chunks::<16>();
        for sixteen in sixteens.iter().rev() {
            let bytes = u8x16::new(*sixteen);
            let is = |byte: u8| bytes.cmp_eq(u8x16::splat(byte));
            let digit = bytes - u8x16::splat(b'0');
            let small = digit.min(u8x16::splat(9)).cmp_eq(digit);
            let letter = (bytes | u8x16::splat(0x20)).cmp_eq(u8x16::splat(b'e'));
            let add = |bits: &mut u64, flags: u8x16| *bits = *bits << 16 | u64::from(flags.move_mask() as u16);
            add(&mut all.space, (is(b' ') | is(b'\n')) | (is(b'\t') | is(b'\r')));
            add(&mut all.digit, small);
            add(&mut all.point, is(b'.'));
            add(&mut all.sign, is(b'-') | is(b'+'));
            add(&mut all.letter, letter);
        }
        all
    }
}

/// How many floats there are, if all words are floats of XML Schema with digits.
///
/// Each rule says what may stand before or behind a byte; runs of digits are passed by adding a bit to their first
/// digit, which carries to the first byte behind them.
pub fn floats(text: &[u8]) -> Option<u64> {
    let (blocks, rest) = text.as_chunks();
    // The last block is filled up with at least one space, at which the last word ends.
    let mut last = [b' '; BLOCK];
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    // Bits of the last byte of the block before: what it was, and what was still open.
    let mut before = Classes { space: 1, digit: 0, point: 0, sign: 0, letter: 0 };
    let (mut lonely_before, mut power_sign_before) = (0, 0);
    let (mut fraction_carry, mut power_carry) = (false, false);
    let mut count = 0;
    for block in blocks.iter().chain([&last]) {
        let now = Classes::of(block);
        let moved = |bits: u64, before: &mut u64| {
            let moved = bits << 1 | *before;
            *before = bits >> (BLOCK - 1);
            moved
        };
        let after_space = moved(now.space, &mut before.space);
        let after_digit = moved(now.digit, &mut before.digit);
        let after_point = moved(now.point, &mut before.point);
        let after_sign = moved(now.sign, &mut before.sign);
        let after_letter = moved(now.letter, &mut before.letter);
        // A point needs a digit on one side, a sign in an exponent one behind it.
        let after_lonely = moved(now.point & !after_digit, &mut lonely_before);
        let after_power_sign = moved(now.sign & after_letter, &mut power_sign_before);
        let behind = |starts: u64, carry: &mut bool| {
            let (sum, over) = carrying_add(now.digit, starts, *carry);
            *carry = over;
            sum & !now.digit
        };
        let behind_fraction = behind(after_point, &mut fraction_carry);
        let behind_power = behind((after_letter & now.digit) | after_power_sign, &mut power_carry);
        let wrong = !(now.space | now.digit | now.point | now.sign | now.letter)
            | now.sign & !(after_space | after_letter)
            | after_sign & !(now.digit | now.point)
            | now.point & !(after_digit | after_space | after_sign)
            | after_lonely & !now.digit
            | now.letter & !(after_digit | after_point)
            | after_letter & !(now.digit | now.sign)
            | after_power_sign & !now.digit
            | behind_fraction & !(now.space | now.letter)
            | behind_power & !now.space;
        if wrong != 0 {
            return None;
        }
        count += u64::from((!now.space & after_space).count_ones());
    }
    Some(count)
}

/// An addition with carry.
#[inline(always)]
fn carrying_add(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, over) = a.overflowing_add(b);
    let (sum, more) = sum.overflowing_add(u64::from(carry));
    (sum, over | more)
}

/// How many whole numbers there are, the smallest and the largest, and their sum, if all words are plain ones.
pub fn ints(text: &[u8], signed: bool) -> Option<(u64, (i64, i64), i64)> {
    let (mut count, mut smallest, mut largest, mut sum) = (0, i64::MAX, i64::MIN, 0_i64);
    let mut note = |number: usize, least: i64, most: i64, total: i64| {
        count += number as u64;
        smallest = smallest.min(least);
        largest = largest.max(most);
        sum = sum.saturating_add(total);
    };
    let sound = match signed {
        true => decode::signed_batches(text, |values| {
            let ends = values.iter().fold((i32::MAX, i32::MIN), |(a, b), value| (a.min(*value), b.max(*value)));
            let total = values.iter().map(|value| i64::from(*value)).sum();
            note(values.len(), i64::from(ends.0), i64::from(ends.1), total);
        }),
        false => decode::unsigned_batches(text, |values| {
            let ends = values.iter().fold((u32::MAX, u32::MIN), |(a, b), value| (a.min(*value), b.max(*value)));
            let total = values.iter().map(|value| i64::from(*value)).sum();
            note(values.len(), i64::from(ends.0), i64::from(ends.1), total);
        }),
    };
    (sound && count > 0).then_some((count, (smallest, largest), sum))
}

#[cfg(test)]
mod tests {
    use super::super::{Run, floats_by_word, ints_by_word};
    use super::*;

    /// The same numbers on every run.
    struct Noise(u64);

    impl Noise {
        fn below(&mut self, limit: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % limit
        }

        fn pick(&mut self, from: &[u8]) -> u8 {
            from[self.below(from.len() as u64) as usize]
        }

        /// Bytes that numbers are made of, and some that they are not, in no order.
        fn garbage(&mut self, length: u64) -> Vec<u8> {
            let letters: &[u8] = if self.below(8) == 0 { b"0123456789.eE+-INFa, \n\x80" } else { b"01789..eE+-- " };
            (0..length).map(|_| self.pick(letters)).collect()
        }

        fn number(&mut self) -> Vec<u8> {
            let digits = |noise: &mut Noise, most: u64| {
                let count = noise.below(most);
                (0..count).map(|_| noise.pick(b"0123456789")).collect::<Vec<u8>>()
            };
            let sign = [&b""[..], b"", b"-", b"+"][self.below(4) as usize];
            let mut word = [sign, &digits(self, 12)].concat();
            if self.below(3) > 0 {
                word.push(b'.');
                word.extend(digits(self, 70));
            }
            if self.below(4) == 0 {
                word.extend([&b"e"[..], b"E-", b"e+"][self.below(3) as usize]);
                word.extend(digits(self, 5));
            }
            word
        }
    }

    /// Whatever the words are, both ways agree on them.
    #[test]
    fn floats_are_judged_as_word_by_word() {
        let mut noise = Noise(5);
        let (mut plain, mut other) = (0, 0);
        for round in 0..60_000 {
            let mut text = Vec::new();
            while text.len() < 150 {
                let length = 1 + noise.below(5);
                let word = if round % 3 == 0 && noise.below(9) == 0 { noise.garbage(length) } else { noise.number() };
                text.extend(word);
                text.extend([&b" "[..], b"\n", b"\t  ", b"\r\n"][noise.below(4) as usize]);
            }
            if round % 2 == 0 {
                text.truncate(noise.below(150) as usize);
            }
            let mut run = Run::default();
            floats_by_word(&text, &mut run);
            let wanted = (run.bad_count == 0 && run.specials == 0).then_some(run.count);
            assert_eq!(floats(&text), wanted, "{}", String::from_utf8_lossy(&text));
            *if wanted.is_some() { &mut plain } else { &mut other } += 1;
        }
        assert!(plain > 5000 && other > 5000, "{plain} {other}");
    }

    /// All short words there are, at the seam of two blocks and elsewhere.
    #[test]
    fn short_words_are_judged_as_word_by_word() {
        let letters = b"1.e-+ x";
        for number in 0..letters.len().pow(6) {
            let word: Vec<u8> =
                (0..6).map(|place| letters[number / letters.len().pow(place) % letters.len()]).collect();
            for before in [0, 61] {
                let text = [&vec![b' '; before][..], &word].concat();
                let mut run = Run::default();
                floats_by_word(&text, &mut run);
                let wanted = (run.bad_count == 0 && run.specials == 0).then_some(run.count);
                assert_eq!(floats(&text), wanted, "{}", String::from_utf8_lossy(&text));
            }
        }
    }

    #[test]
    fn whole_numbers_are_judged_as_word_by_word() {
        let mut noise = Noise(6);
        for round in 0..20_000_u64 {
            let mut text = Vec::new();
            while text.len() < 300 {
                let digits = 1 + noise.below(if round % 4 == 0 { 12 } else { 8 });
                if round % 2 == 0 && noise.below(3) == 0 {
                    text.push(noise.pick(b"-+-"));
                }
                text.extend((0..digits).map(|_| noise.pick(b"0123456789")));
                if round % 50 == 0 && noise.below(40) == 0 {
                    text.push(b'x');
                }
                text.extend([&b" "[..], b"\n", b"\t  ", b" "][noise.below(4) as usize]);
            }
            for (min, max) in
                [(0, i128::from(u64::MAX)), (-500, 99_999_999), (i128::from(i64::MIN), i128::from(i64::MAX))]
            {
                let (mut quick, mut slow) = (Run::default(), Run::default());
                super::super::ints(&text, min, max, &mut quick);
                ints_by_word(&text, min, max, &mut slow);
                assert_eq!(quick, slow, "{min} {}", String::from_utf8_lossy(&text));
            }
        }
    }
}
