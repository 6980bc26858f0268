use portolan_syntax::{Node, Severity};

use crate::rules::read::Series;
use portolan_format::{Reporter, rule};

rule! {
    /// Finds matrices that cannot be inverted, or whose last row is not 0 0 0 1.
    ///
    /// A matrix that flattens space cannot be undone; skinning needs the inverse of bind-pose transforms, so there it is
    /// an error. Another last row is usually a matrix that was written row by row: OpenGEX writes column by column, with
    /// the translation in the 13th to 15th number.
    "SEM227" "matrix-not-usable" Warning, spec "81", on
        ["Transform", "Skin/Transform", "Skeleton/Transform", "Material/Texture/Transform", "LightObject/Texture/Transform"],
        check
}

/// Below this part of the product of its columns' lengths a determinant is rounding.
const SMALL: f64 = 1e-9;

fn check<'a>(transform: Node<'a>, report: &mut Reporter<'_, 'a>) {
    let Some(series) = Series::of(report.document, transform) else { return };
    let size = series.size() as usize;
    let bind_pose = matches!(report.document.path(transform), "Skin/Transform" | "Skeleton/Transform");
    let values = series.floats();
    for (number, matrix) in values.chunks_exact(size.max(1)).enumerate() {
        let which = if values.len() > size { format!("matrix {number}") } else { "the matrix".to_owned() };
        let finding = if let [.., d, _, _, _, h, _, _, _, l, _, _, _, p] = matrix
            && size == 16
            && [*d, *h, *l, *p] != [0.0, 0.0, 0.0, 1.0]
        {
            let message = format!("the last row of {which} is {d} {h} {l} {p} instead of 0 0 0 1");
            report.finding(transform, series.node.name_span(), message)
        } else if is_singular(matrix) {
            let finding = report.finding(transform, series.node.name_span(), format!("{which} cannot be inverted"));
            if bind_pose { finding.severity(Severity::Error) } else { finding }
        } else {
            continue;
        };
        return report.push(finding);
    }
}

fn is_singular(matrix: &[f64]) -> bool {
    let (columns, determinant) = match matrix {
        [a, b, c, d] | [a, b, c, d, _, _] => (vec![[*a, *b, 0.0], [*c, *d, 0.0]], a * d - b * c),
        [a, b, c, d, e, f, g, h, i] | [a, b, c, d, e, f, g, h, i, _, _, _] => three(*a, *b, *c, *d, *e, *f, *g, *h, *i),
        [a, b, c, _, d, e, f, _, g, h, i, _, ..] if matrix.len() == 16 => three(*a, *b, *c, *d, *e, *f, *g, *h, *i),
        _ => return false,
    };
    let size: f64 = columns.iter().map(|c| c.iter().map(|v| v * v).sum::<f64>().sqrt()).product();
    determinant.is_nan() || determinant.abs() <= size * SMALL
}

#[allow(clippy::too_many_arguments, clippy::many_single_char_names)]
fn three(a: f64, b: f64, c: f64, d: f64, e: f64, f: f64, g: f64, h: f64, i: f64) -> (Vec<[f64; 3]>, f64) {
    let determinant = a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e);
    (vec![[a, b, c], [d, e, f], [g, h, i]], determinant)
}
