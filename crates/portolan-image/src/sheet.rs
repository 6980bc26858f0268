//! Many pictures on one.

use image::{Rgba, RgbaImage};

use crate::caption::{self, LINE};
use crate::kind::pixel_over;

/// One picture of a sheet.
#[derive(Clone, Debug)]
pub struct Cell {
    /// What is written below it.
    pub caption: String,
    /// The picture, or why there is none.
    pub picture: Result<RgbaImage, String>,
}

/// How a contact sheet is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// How many pictures.
    pub count: usize,
    /// How many of them in a row.
    pub columns: u32,
    /// Pixels of each picture.
    pub cell: (u32, u32),
    /// Behind everything: red, green, blue, alpha.
    pub background: [u8; 4],
}

/// Pixels between cells, and around them.
const MARGIN: u32 = 8;
/// Pixels between a picture and its caption.
const SPACE: u32 = 2;
/// Pixels of the largest sheet.
const MOST: u64 = 1 << 27;

impl Sheet {
    /// A sheet about as wide as high; `None` if there is no picture, or the sheet would be larger than anybody can show.
    pub fn new(count: usize, cell: (u32, u32), background: [u8; 4]) -> Option<Sheet> {
        let (width, height) = outer(cell);
        let across = (count as f64 * height as f64 / width as f64).sqrt().ceil();
        let columns = (across as u64).max(1).min(count as u64);
        if columns == 0 {
            return None;
        }
        let sheet = Sheet { count, columns: u32::try_from(columns).ok()?, cell, background };
        let rows = (count as u64).div_ceil(columns);
        let (across, down) = (width.checked_mul(columns)? + MARGIN as u64, height.checked_mul(rows)? + MARGIN as u64);
        (across.checked_mul(down)? <= MOST).then_some(sheet)
    }

    /// Pixels of the whole sheet.
    pub fn size(&self) -> (u32, u32) {
        let (width, height) = outer(self.cell);
        let rows = (self.count as u64).div_ceil(u64::from(self.columns.max(1)));
        let all = |each: u64, many: u64| (each * many + u64::from(MARGIN)).min(u64::from(u32::MAX)) as u32;
        (all(width, u64::from(self.columns)), all(height, rows))
    }

    /// The sheet without pictures.
    pub fn blank(&self) -> RgbaImage {
        let (width, height) = self.size();
        RgbaImage::from_pixel(width, height, Rgba(self.background))
    }

    /// Puts a picture and its caption to its place. Where there is none, a frame tells why.
    pub fn put(&self, sheet: &mut RgbaImage, index: usize, cell: &Cell) {
        let (index, columns) = (index as u64, u64::from(self.columns.max(1)));
        let (width, height) = outer(self.cell);
        let (left, top) = (index % columns * width + u64::from(MARGIN), index / columns * height + u64::from(MARGIN));
        let (Ok(x), Ok(y)) = (u32::try_from(left), u32::try_from(top)) else { return };
        let ink = self.ink();
        match &cell.picture {
            Ok(picture) => {
                for (dx, dy, top) in picture.enumerate_pixels() {
                    if let Some(pixel) = sheet.get_pixel_mut_checked(x + dx, y + dy) {
                        pixel.0 = pixel_over(top.0, pixel.0);
                    }
                }
            }
            Err(why) => self.empty(sheet, x, y, why, ink),
        }
        caption::write(sheet, &cell.caption, x, y + self.cell.1 + SPACE, self.cell.0, ink);
    }

    fn empty(&self, sheet: &mut RgbaImage, left: u32, top: u32, why: &str, ink: [u8; 3]) {
        let (width, height) = self.cell;
        let grey = self.background;
        let line = |c: u8, i: u8| ((u16::from(c) + u16::from(i)) / 2) as u8;
        let ([r, g, b, _], [ir, ig, ib]) = (grey, ink);
        let frame = Rgba([line(r, ir), line(g, ig), line(b, ib), 255]);
        for y in 0..height {
            for x in 0..width {
                let edge = x == 0 || y == 0 || x + 1 == width || y + 1 == height;
                if edge && let Some(pixel) = sheet.get_pixel_mut_checked(left + x, top + y) {
                    *pixel = frame;
                }
            }
        }
        let room = width.saturating_sub(2 * MARGIN);
        let lines = wrapped(why, caption::columns(room), (height.saturating_sub(2 * MARGIN) / LINE) as usize);
        let start = top + height.saturating_sub(lines.len() as u32 * LINE) / 2;
        for (text, y) in lines.iter().zip(0u32..) {
            caption::write(sheet, text, left + MARGIN, start + y * LINE, room, ink);
        }
    }

    /// Black or white, whichever can be read.
    fn ink(&self) -> [u8; 3] {
        let [r, g, b, a] = self.background.map(u32::from);
        let luminance = 2 * r + 5 * g + b;
        if a >= 128 && luminance < 8 * 128 { [255; 3] } else { [0; 3] }
    }
}

/// Size of a cell with its caption and the margin before it.
fn outer((width, height): (u32, u32)) -> (u64, u64) {
    let (width, height) = (u64::from(width), u64::from(height));
    (width + u64::from(MARGIN), height + u64::from(SPACE + LINE + MARGIN))
}

/// Breaks a text into lines between words; what does not fit is left out.
fn wrapped(text: &str, columns: usize, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let word = caption::shorten(word, columns);
        let full = lines.len() >= most;
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= columns => {
                line.push(' ');
                line.push_str(&word);
            }
            _ if full => break,
            _ => lines.push(word),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_is_about_square_and_holds_all() {
        let sheet = Sheet::new(10, (100, 80), [255; 4]).unwrap();
        assert_eq!(sheet.columns, 4);
        assert_eq!(sheet.size(), (4 * 108 + 8, 3 * 106 + 8));
        assert_eq!(Sheet::new(1, (100, 80), [255; 4]).unwrap().size(), (116, 114));
        assert_eq!(Sheet::new(0, (100, 80), [255; 4]), None);
        assert_eq!(Sheet::new(1_000_000, (100, 80), [255; 4]), None);
        assert_eq!(Sheet::new(2, (u32::MAX, u32::MAX), [255; 4]), None);
    }

    #[test]
    fn pictures_and_reasons_stand_in_their_cells() {
        let sheet = Sheet::new(2, (64, 64), [255; 4]).unwrap();
        assert_eq!(sheet.columns, 2);
        let mut all = sheet.blank();
        let red = RgbaImage::from_pixel(64, 64, Rgba([255, 0, 0, 128]));
        sheet.put(&mut all, 0, &Cell { caption: "a.dae".into(), picture: Ok(red) });
        sheet.put(&mut all, 1, &Cell { caption: "b.dae".into(), picture: Err("it cannot be read".into()) });
        assert_eq!(all.get_pixel(40, 40).0, [255, 127, 127, 255]);
        assert_eq!(all.get_pixel(4, 40).0, [255; 4]);
        let dark = |from: (u32, u32), to: (u32, u32)| {
            let inside = |x: u32, y: u32| (from.0..to.0).contains(&x) && (from.1..to.1).contains(&y);
            all.enumerate_pixels().filter(|(x, y, p)| inside(*x, *y) && p.0[1] < 100).count()
        };
        assert!(dark((8, 74), (72, 90)) > 20, "a caption");
        assert!(dark((90, 20), (130, 60)) > 20, "a reason");
        assert_eq!(all.get_pixel(80, 8).0, [127, 127, 127, 255]);
    }

    #[test]
    fn words_are_not_broken() {
        assert_eq!(wrapped("it cannot be read at all", 10, 2), ["it cannot", "be read at"]);
        assert_eq!(wrapped("unbelievable", 8, 2), ["unb...le"]);
        assert_eq!(wrapped("nothing", 0, 0), [""; 0]);
    }
}
