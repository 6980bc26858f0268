//! One picture on its way.

use std::sync::atomic::{AtomicU64, Ordering};

use portolan_mesh::Elements;
use portolan_parallel::prelude::*;

use crate::body::{Body, Part};
use crate::light::Lights;
use crate::outline::Outline;
use crate::surroundings::{Haze, Sky};
use crate::tile::{Pattern, SIDE, Tile};
use crate::view::{Corner, View};

/// Elements of a job.
const JOB: u32 = 1 << 14;

/// Vertices and elements that are worked on at a time.
const BATCH: usize = 1 << 18;

/// What a body costs beside them: its elements are sorted into tiles.
const BODY: usize = 1 << 7;

/// Shapes of so few faces are drawn as they are.
const FEW_FACES: u32 = 32;

/// Samples that are in memory at a time.
const STRIP: usize = 1 << 24;

/// Samples that are looked at while a picture is drawn, whatever lies one behind the other in it.
const MOST_LOOKS: usize = 800_000_000;

/// Samples of one tile in any case: half a million specks of one pixel.
const LOOKS_OF_A_TILE: usize = 2_000_000;

/// Everything that a picture is made of.
pub(crate) struct Frame<'a> {
    pub view: View,
    pub size: (u32, u32),
    pub pattern: Pattern,
    pub bodies: Vec<Body<'a>>,
    pub lights: Lights<'a>,
    pub background: [f64; 4],
    /// In place of the background.
    pub sky: Option<Sky<'a>>,
    pub haze: Option<Haze<'a>>,
    /// In pixels.
    pub line_width: f64,
    pub point_width: f64,
    /// For each part its first element, its body and its place there.
    pub index: Vec<(u32, u32, u32)>,
    /// Of how many faces of large shapes one is drawn.
    pub stride: u32,
    /// How often something was not drawn in a tile, because too much lies there.
    pub left_out: AtomicU64,
}

/// Elements of one part to be sorted into tiles.
struct Job {
    /// Place in the batch.
    body: usize,
    part: usize,
    first: u32,
    end: u32,
}

/// The elements of a job by tile.
struct Sorted {
    job: Job,
    /// For each tile where its elements begin; one more at the end.
    starts: Vec<u32>,
    elements: Vec<u32>,
}

impl<'a> Frame<'a> {
    /// All pixels.
    pub fn draw(&self) -> Vec<u8> {
        let (width, height) = self.size;
        let row = width as usize * self.pattern.len() * SIDE as usize;
        let rows = ((STRIP / row.max(1)).max(1) as u32).saturating_mul(SIDE);
        let mut rgba = vec![0u8; width as usize * height as usize * 4];
        for (strip, pixels) in rgba.chunks_mut(width as usize * rows as usize * 4).enumerate() {
            let top = strip as u32 * rows;
            let mut tiles = self.tiles(top, rows.min(height - top));
            self.pass(&mut tiles, top, false);
            self.pass(&mut tiles, top, true);
            let left_out: u64 = tiles.iter().map(|tile| tile.left_out).sum();
            self.left_out.fetch_add(left_out, Ordering::Relaxed);
            let shaded: Vec<Vec<u8>> = tiles.par_iter_mut().map(|tile| self.shade_tile(tile)).collect();
            for (tile, shaded) in tiles.iter().zip(&shaded) {
                for (y, line) in (tile.y - top..).zip(shaded.chunks(tile.width as usize * 4)) {
                    let at = (y as usize * width as usize + tile.x as usize) * 4;
                    if let Some(to) = pixels.get_mut(at..at + line.len()) {
                        to.copy_from_slice(line);
                    }
                }
            }
        }
        rgba
    }

    fn tiles(&self, top: u32, height: u32) -> Vec<Tile> {
        let mut tiles = Vec::new();
        let all = self.size.0.div_ceil(SIDE) as usize * self.size.1.div_ceil(SIDE) as usize;
        let most = (MOST_LOOKS / all.max(1)).max(LOOKS_OF_A_TILE);
        for y in (0..height).step_by(SIDE as usize) {
            for x in (0..self.size.0).step_by(SIDE as usize) {
                let (wide, tall) = (SIDE.min(self.size.0 - x), SIDE.min(height - y));
                tiles.push(Tile::new([x, top + y, wide, tall], self.pattern.len(), most));
            }
        }
        tiles
    }

    /// Draws all that is opaque, or all that is not.
    fn pass(&self, tiles: &mut [Tile], top: u32, through: bool) {
        let has = |body: &&Body<'a>| body.parts.iter().any(|p| p.surface.blended == through);
        let mut batch: Vec<&Body<'a>> = Vec::new();
        let mut cost = 0;
        for body in self.bodies.iter().filter(has) {
            batch.push(body);
            cost += BODY + body.vertices() + body.parts.iter().map(|p| p.elements.count as usize).sum::<usize>();
            if cost > BATCH {
                self.batch(&batch, tiles, top, through);
                batch.clear();
                cost = 0;
            }
        }
        if !batch.is_empty() {
            self.batch(&batch, tiles, top, through);
        }
    }

    fn batch(&self, bodies: &[&Body<'a>], tiles: &mut [Tile], top: u32, through: bool) {
        let corners: Vec<Vec<Corner>> = bodies.par_iter().map(|b| self.project(b)).collect();
        let mut jobs = Vec::new();
        for (number, body) in bodies.iter().enumerate() {
            for (place, part) in body.parts.iter().enumerate().filter(|(_, p)| p.surface.blended == through) {
                for first in (0..part.elements.count).step_by(JOB as usize) {
                    let end = first.saturating_add(JOB).min(part.elements.count);
                    jobs.push(Job { body: number, part: place, first, end });
                }
            }
        }
        let of = |job: &Job| {
            let body = bodies.get(job.body)?;
            Some((*body, body.parts.get(job.part)?, corners.get(job.body).map_or(&[][..], |c| c)))
        };
        let count = tiles.len();
        let sorted: Vec<Sorted> = jobs
            .into_par_iter()
            .filter_map(|job| {
                let (body, part, corners) = of(&job)?;
                Some(self.sort(job, body, part, corners, top, tiles, count))
            })
            .collect();
        tiles.par_iter_mut().enumerate().for_each(|(number, tile)| {
            for sorted in &sorted {
                let (Some(from), Some(to)) = (sorted.starts.get(number), sorted.starts.get(number + 1)) else {
                    continue;
                };
                let Some((body, part, corners)) = of(&sorted.job) else { continue };
                for element in sorted.elements.get(*from as usize..*to as usize).unwrap_or_default() {
                    let Some(outline) = self.outline(body, part, corners, *element) else { continue };
                    if through {
                        tile.draw_through(&outline, part.first + element, &self.pattern, self.view.range);
                    } else {
                        tile.draw(&outline, part.first + element, &self.pattern, self.view.range);
                    }
                }
            }
        });
    }

    #[allow(clippy::too_many_arguments)]
    fn sort(
        &self,
        job: Job,
        body: &Body<'a>,
        part: &Part<'a>,
        corners: &[Corner],
        top: u32,
        tiles: &[Tile],
        count: usize,
    ) -> Sorted {
        let columns = self.size.0.div_ceil(SIDE);
        let rows = (count as u32 / columns.max(1)).max(1);
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for element in (job.first..job.end).step_by(self.stride_of(part) as usize) {
            let Some(outline) = self.outline(body, part, corners, element) else { continue };
            let [left, upper, right, lower] = outline.bounds;
            let side = f64::from(SIDE);
            let span = |least: f64, most: f64, count: u32| {
                let from = (least / side).floor().clamp(0.0, f64::from(count)) as u32;
                let to = ((most / side).floor() + 1.0).clamp(0.0, f64::from(count)) as u32;
                from..to
            };
            let top = f64::from(top);
            let (across, down) = (span(left, right, columns), span(upper - top, lower - top, rows));
            let several = across.len() * down.len() > 1;
            for row in down {
                for column in across.clone() {
                    let tile = row * columns + column;
                    let missed = several
                        && tiles.get(tile as usize).is_some_and(|t| {
                            let bounds = t.bounds();
                            outline.edges().iter().any(|e| e.misses(bounds))
                        });
                    if !missed {
                        pairs.push((tile, element));
                    }
                }
            }
        }
        let mut starts = vec![0u32; count + 1];
        for (tile, _) in &pairs {
            if let Some(next) = starts.get_mut(*tile as usize + 1) {
                *next += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        // Stable, so that elements keep their order.
        pairs.sort_by_key(|(tile, _)| *tile);
        Sorted { job, starts, elements: pairs.into_iter().map(|(_, e)| e).collect() }
    }

    /// Of how many faces of a part one is drawn: simple shapes stay whole.
    fn stride_of(&self, part: &Part<'_>) -> u32 {
        self.stride.min(part.elements.count / FEW_FACES).max(1)
    }

    /// Places of all vertices in the picture; none where few of many vertices are used.
    fn project(&self, body: &Body<'_>) -> Vec<Corner> {
        let corners = |p: &Part<'_>| (p.elements.count / self.stride_of(p)) as usize * p.elements.kind.corners();
        let used: usize = body.parts.iter().map(corners).sum();
        let count = body.vertices();
        if count / 2 > used {
            return Vec::new();
        }
        match body.written().filter(|s| s.width == 3) {
            Some(stream) => {
                let rows = stream.data.as_chunks::<3>().0;
                rows.par_iter().with_min_len(1 << 14).map(|p| body.projector.project(*p)).collect()
            }
            None => {
                let one = |v: u32| body.projector.project(body.position(v));
                (0..count as u32).into_par_iter().with_min_len(1 << 14).map(one).collect()
            }
        }
    }

    fn outline(&self, body: &Body<'a>, part: &Part<'a>, corners: &[Corner], element: u32) -> Option<Outline> {
        let place = |corner: u32| {
            let vertex = part.primitive.vertex(corner as usize)?;
            let known = corners.get(vertex as usize).copied();
            Some(known.unwrap_or_else(|| body.projector.project(body.position(vertex))))
        };
        let [a, b, c] = part.elements.corners(element);
        match part.elements.kind {
            Elements::Triangles => {
                Outline::triangle(&self.view, [place(a)?, place(b)?, place(c)?], part.sides_of(element))
            }
            Elements::Lines => Outline::line(&self.view, [place(a)?, place(b)?], self.line_width),
            Elements::Points => Outline::point(&self.view, place(a)?, self.point_width),
        }
    }

    /// The body and part of an element.
    pub fn find(&self, element: u32) -> Option<(&Body<'a>, &Part<'a>)> {
        let place = self.index.partition_point(|(first, ..)| *first <= element).checked_sub(1)?;
        let (_, body, part) = self.index.get(place)?;
        let body = self.bodies.get(*body as usize)?;
        Some((body, body.parts.get(*part as usize)?))
    }
}
