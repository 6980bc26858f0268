//! How time grows with the size of a document: meshes from 1 MB on, each ten times as large as the one before.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use crate::generate::{HEAD, Noise};
use crate::process::{self, Cost};

/// Vertices of which the text is made; larger meshes repeat it.
const BLOCK: usize = 4_000;

/// Bytes that a vertex and its two triangles take, about.
const VERTEX: u64 = 180;

/// What may be the difference between the largest and the smallest time for a byte.
const LINEAR: f64 = 1.3;

/// Runs of small documents, of which the fastest counts.
const RUNS: usize = 5;

/// What was measured of one size: bytes, and what `check` and `convert` cost.
type Row = (u64, [Cost; 2]);

/// Measures documents of up to so many bytes, prints a table, and draws it into `folder`.
pub fn measure(folder: &Path, largest: u64) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let (file, glb) = (folder.join("growth.dae"), folder.join("growth.glb"));
    println!(
        "{:>10}{:>14}{:>14}{:>14}{:>14}{:>12}{:>12}",
        "bytes", "check, s", "s/GB", "convert, s", "s/GB", "check, MB", "convert, MB"
    );
    let mut rows: Vec<Row> = Vec::new();
    let sizes = std::iter::successors(Some(1_000_000_u64), |size| size.checked_mul(10)).take_while(|s| *s <= largest);
    for size in sizes {
        mesh(&file, size)?;
        let bytes = std::fs::metadata(&file)?.len();
        let runs = if bytes > 500_000_000 { 1 } else { RUNS };
        let best = |words: &[&std::ffi::OsStr]| {
            let costs = (0..runs).filter_map(|_| process::once(&process::portolan(), words));
            costs.filter(|cost| cost.success).min_by(|a, b| a.seconds.total_cmp(&b.seconds))
        };
        let check = best(&["check".as_ref(), "--quiet".as_ref(), file.as_os_str()]);
        let convert = best(&["convert".as_ref(), "--quiet".as_ref(), file.as_os_str(), glb.as_os_str()]);
        let (Some(check), Some(convert)) = (check, convert) else {
            println!("{bytes:>10}  the program is not built, or ended with an error");
            break;
        };
        let rate = |cost: Cost| cost.seconds / bytes as f64 * 1e9;
        println!(
            "{bytes:>10}{:>14.4}{:>14.3}{:>14.4}{:>14.3}{:>12.0}{:>12.0}",
            check.seconds,
            rate(check),
            convert.seconds,
            rate(convert),
            check.megabytes(),
            convert.megabytes()
        );
        rows.push((bytes, [check, convert]));
        let _ = std::fs::remove_file(&glb);
    }
    for (place, name) in ["check", "convert"].into_iter().enumerate() {
        let rates = rows.iter().filter_map(|(bytes, costs)| Some(costs.get(place)?.seconds / *bytes as f64));
        // The start of the program counts where documents are small.
        let rates: Vec<f64> = rates.skip(1).collect();
        let (least, most) = rates.iter().fold((f64::MAX, 0.0_f64), |(a, b), rate| (a.min(*rate), b.max(*rate)));
        if rates.len() > 1 {
            println!(
                "{name}: from 10 MB on, the slowest byte takes {:.2} x the fastest ({LINEAR} wanted)",
                most / least
            );
        }
    }
    let _ = std::fs::remove_file(&file);
    let plot = folder.join("growth.svg");
    std::fs::write(&plot, drawn(&rows))?;
    println!("plot: {}", plot.display());
    Ok(())
}

/// Writes a mesh of about so many bytes.
fn mesh(path: &Path, bytes: u64) -> io::Result<()> {
    let blocks = usize::try_from(bytes / VERTEX).unwrap_or(0).div_ceil(BLOCK).max(1);
    let mut out = BufWriter::with_capacity(1 << 20, std::fs::File::create(path)?);
    out.write_all(HEAD.as_bytes())?;
    out.write_all(b"<library_geometries><geometry id=\"g\"><mesh>")?;
    let mut noise = Noise(5);
    for (id, width) in [("p", 3), ("n", 3)] {
        let count = blocks * BLOCK;
        write!(out, "<source id=\"{id}\"><float_array id=\"{id}a\" count=\"{}\">", count * width)?;
        let mut block = String::new();
        for _ in 0..BLOCK * width {
            let _ = write!(block, "{:.6} ", noise.next() * 100.0);
        }
        for _ in 0..blocks {
            out.write_all(block.as_bytes())?;
        }
        writeln!(
            out,
            "</float_array><technique_common><accessor source=\"#{id}a\" count=\"{count}\" stride=\"{width}\"><param name=\"X\" \
             type=\"float\"/><param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor></technique_common></source>"
        )?;
    }
    let triangles = blocks * (BLOCK - 2) * 2;
    write!(
        out,
        "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices><triangles count=\"{triangles}\"><input \
         semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><input semantic=\"NORMAL\" source=\"#n\" offset=\"1\"/><p>"
    )?;
    for block in 0..blocks {
        let mut text = String::with_capacity(BLOCK * 100);
        for i in (block * BLOCK..).take(BLOCK - 2) {
            let (a, b, c) = (i, i + 1, i + 2);
            let _ = write!(text, "{a} {a} {b} {b} {c} {c} {b} {b} {a} {a} {c} {c} ");
        }
        out.write_all(text.as_bytes())?;
    }
    out.write_all(
        b"</p></triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id=\"s\"><node id=\"n1\">\
          <instance_geometry url=\"#g\"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene>\
          </COLLADA>\n",
    )?;
    out.flush()
}

/// Seconds over bytes, both by powers of ten; a straight line that rises by one power with each is linear growth.
fn drawn(rows: &[Row]) -> String {
    const SIZE: (f64, f64) = (640.0, 420.0);
    const EDGE: f64 = 60.0;
    let place = |bytes: f64, seconds: f64| {
        let (x, y) = ((bytes.log10() - 6.0) / 4.0, (seconds.log10() + 3.0) / 5.0);
        (EDGE + x * (SIZE.0 - 2.0 * EDGE), SIZE.1 - EDGE - y * (SIZE.1 - 2.0 * EDGE))
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        SIZE.0, SIZE.1
    );
    for (power, label) in (6..).zip(["1 MB", "10 MB", "100 MB", "1 GB", "10 GB"]) {
        let (x, y) = place(10_f64.powi(power), 1e-3);
        let _ = writeln!(svg, "<text x=\"{x:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{label}</text>", y + 20.0);
    }
    for (power, label) in (-3..).zip(["1 ms", "10 ms", "0.1 s", "1 s", "10 s", "100 s"]) {
        let (x, y) = place(1e6, 10_f64.powi(power));
        let _ = writeln!(svg, "<text x=\"{:.0}\" y=\"{y:.0}\" text-anchor=\"end\">{label}</text>", x - 10.0);
    }
    for (line, (name, colour)) in [("check", "#1f77b4"), ("convert", "#d62728")].into_iter().enumerate() {
        let points = rows.iter().filter_map(|(bytes, costs)| {
            let (x, y) = place(*bytes as f64, costs.get(line)?.seconds.max(1e-3));
            Some(format!("{x:.1},{y:.1}"))
        });
        let points: Vec<String> = points.collect();
        let _ = writeln!(svg, "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\"/>", points.join(" "));
        let y = EDGE + 18.0 * line as f64;
        let _ = writeln!(svg, "<text x=\"{:.0}\" y=\"{y:.0}\" fill=\"{colour}\">{name}</text>", EDGE + 20.0);
    }
    svg.push_str("</svg>\n");
    svg
}

/// Where documents and the plot go.
pub fn folder() -> PathBuf {
    PathBuf::from("target/bench/growth")
}
