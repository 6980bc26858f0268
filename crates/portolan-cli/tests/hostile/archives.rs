//! Crafted archives.

use super::parts::*;

/// A document with a shape.
fn small() -> String {
    scene(&triangle(), SHAPE)
}

/// Their names and makers.
pub const CASES: &[Named] = &[
    ("zae_documents_share_data", || {
        let mut zip = Zip::default();
        let text = scene(&triangle(), &(SHAPE.to_owned() + &"<node/>".repeat(300_000)));
        let stored = zip.add("a0.dae", text.as_bytes());
        (1..300).for_each(|k| zip.share(&format!("a{k}.dae"), stored));
        zip.add("manifest.xml", b"<dae_root>./a0.dae</dae_root>");
        one("a.zae", zip.finish())
    }),
    ("zae_pictures_share_data", || {
        let mut zip = Zip::default();
        let files: Vec<String> = (0..200).map(|k| format!("p{k}.png")).collect();
        zip.add("a.dae", scene(&format!("{}{}", textures(&files), triangle()), &textured(200)).as_bytes());
        let stored = zip.add("p0.png", &png(3000, 3000, 50));
        files.iter().skip(1).for_each(|name| zip.share(name, stored));
        zip.add("manifest.xml", b"<dae_root>./a.dae</dae_root>");
        one("a.zae", zip.finish())
    }),
    ("zae_two_hundred_large_pictures", || {
        let mut zip = Zip::default();
        let files: Vec<String> = (0..200).map(|k| format!("p{k}.png")).collect();
        zip.add("a.dae", scene(&format!("{}{}", textures(&files), triangle()), &textured(200)).as_bytes());
        let picture = png(6000, 6000, 50);
        files.iter().for_each(|name| _ = zip.add(name, &picture));
        zip.add("manifest.xml", b"<dae_root>./a.dae</dae_root>");
        one("a.zae", zip.finish())
    }),
    ("zae_bomb", || {
        let mut zip = Zip::default();
        let text = scene(&triangle(), &format!("{SHAPE}<!--{}-->", " ".repeat(60_000_000)));
        zip.add("a.dae", text.as_bytes());
        zip.add("manifest.xml", b"<dae_root>./a.dae</dae_root>");
        one("a.zae", zip.finish())
    }),
    ("zae_bomb_of_elements", || {
        let mut zip = Zip::default();
        let text = scene(&triangle(), &format!("{SHAPE}{}", "<node/>".repeat(4_000_000)));
        zip.add("a.dae", text.as_bytes());
        zip.add("manifest.xml", b"<dae_root>./a.dae</dae_root>");
        one("a.zae", zip.finish())
    }),
    ("zae_archives_in_archives", || {
        let mut inner = small().into_bytes();
        for depth in 0..7 {
            let mut zip = Zip::default();
            let name = if depth == 0 { "a.dae" } else { "a.zae" };
            let stored = zip.add(name, &inner);
            (0..9).for_each(|k| zip.share(&format!("b{k}{}", &name[1..]), stored));
            inner = zip.finish();
        }
        one("a.zae", inner)
    }),
    ("zae_nested_bombs", || {
        let mut zip = Zip::default();
        zip.add("a.dae", scene(&triangle(), &format!("{SHAPE}{}", "<node/>".repeat(200_000))).as_bytes());
        let inner = zip.finish();
        let mut outer = Zip::default();
        let stored = outer.add("a0.zae", &inner);
        (1..200).for_each(|k| outer.share(&format!("a{k}.zae"), stored));
        one("a.zae", outer.finish())
    }),
    ("zae_many_members", || {
        let mut zip = Zip::default();
        let stored = zip.add("a0.dae", small().as_bytes());
        (1..10_000).for_each(|k| zip.share(&format!("a{k}.dae"), stored));
        one("a.zae", zip.finish())
    }),
    ("zae_long_member_names", || {
        let mut zip = Zip::default();
        let stored = zip.add("a.dae", small().as_bytes());
        (1..60).for_each(|k| zip.share(&format!("{}{k}.dae", "d/".repeat(30_000)), stored));
        one("a.zae", zip.finish())
    }),
    ("zae_names_in_other_capitals", || {
        let mut zip = Zip::default();
        let stored = zip.add(
            "a.dae",
            scene(
                &format!(
                    "{}{}",
                    textures(&(0..2_000).map(|k| format!("AAAAAAAAAAAAAAAA{k}.png")).collect::<Vec<_>>()),
                    triangle()
                ),
                &textured(1),
            )
            .as_bytes(),
        );
        let name = |k: usize| (0..14).map(|bit| if k >> bit & 1 == 1 { 'A' } else { 'a' }).collect::<String>();
        (0..10_000).for_each(|k| zip.share(&format!("{}.png", name(k)), stored));
        one("a.zae", zip.finish())
    }),
    ("zae_control_characters", || {
        let mut zip = Zip::default();
        let stored = zip.add("a.dae", small().as_bytes());
        zip.share("\u{1b}[31m\u{9b}x\u{202e}.dae", stored);
        zip.share("../\u{1b}[31m.dae", stored);
        zip.share("b\u{7}.rar", stored);
        zip.add("manifest.xml", "<dae_root>\u{9b}31m\u{202e}.dae</dae_root>".as_bytes());
        one("a.zae", zip.finish())
    }),
    ("kmz_models", || {
        let mut zip = Zip::default();
        let links = each(5_000, "<Placemark><Model><Link><href>m/a#.dae</href></Link></Model></Placemark>");
        zip.add(
            "doc.kml",
            format!("<kml xmlns='http://www.opengis.net/kml/2.2'><Document>{links}</Document></kml>").as_bytes(),
        );
        let stored = zip.add("m/a0.dae", small().as_bytes());
        (1..2_000).for_each(|k| zip.share(&format!("m/a{k}.dae"), stored));
        one("a.kmz", zip.finish())
    }),
    ("zae_texture_outside", || {
        let mut zip = Zip::default();
        let files: Vec<String> = (0..3_000).map(|k| format!("../../../etc/passwd{k}")).collect();
        zip.add("a.dae", scene(&format!("{}{}", textures(&files), triangle()), &textured(10)).as_bytes());
        one("a.zae", zip.finish())
    }),
    ("wrz_bomb", || {
        let mut text = b"#VRML V2.0 utf8\nShape { geometry Box {} }\n#".to_vec();
        text.extend(vec![b' '; 60_000_000]);
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        std::io::Write::write_all(&mut packed, &text).unwrap();
        one("a.wrz", packed.finish().unwrap())
    }),
];
