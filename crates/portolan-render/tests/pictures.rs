//! Small scenes whose pictures are known in numbers.

use crate::common::{
    CORNERS, SQUARE, colour, coverage, draw, draw_with, grey, matte, mesh, middle, pixel, scene, small, square,
    with_image,
};
use portolan_eval::{LIMIT, Overrides, Stage, pose};
use portolan_render::{Eye, MOST_PIXELS, Options, Picture, Renderer, SoftLight, Subject, Texture, cameras, render};
use portolan_scene::{
    Camera, CameraId, Colour, Filter, ImageId, LightKind, Material, Node, NodeId, Opacity, Opaque, Operation, Part,
    PrimitiveKind, Projection, Sampler, Scalar, Scene, Shading, Target, TextureUse, Transform, View, ViewId,
};

#[test]
fn half_grey_that_faces_a_white_light_is_128() {
    let picture = draw(&scene(vec![(square(), matte(0.5), 0.0)]));
    assert!(picture.rgba.chunks(4).all(|p| p == [128, 128, 128, 255]));
    assert_eq!(picture.notes.iter().count(), 0);
}

#[test]
fn light_falls_off_with_the_cosine() {
    let mut scene = scene(vec![(square(), matte(1.0), 0.0)]);
    scene.nodes[1].transforms.push(Transform { sid: None, operation: Operation::Rotate([0., 1., 0., 60.]) });
    assert_eq!(middle(&draw(&scene)), [128, 128, 128, 255]);
    // As wide as the cosine says, too.
    assert!((coverage(&draw(&scene)) - 0.5).abs() < 1e-3);
}

#[test]
fn what_is_nearer_hides_what_is_farther() {
    let red = Material { emission: colour([1., 0., 0., 1.]), ..Material::default() };
    let blue = Material { emission: colour([0., 0., 1., 1.]), ..Material::default() };
    for order in [
        vec![(square(), red.clone(), 1.0), (square(), blue.clone(), 0.0)],
        vec![(square(), blue.clone(), 0.0), (square(), red.clone(), 1.0)],
    ] {
        assert_eq!(middle(&draw(&scene(order))), [255, 0, 0, 255]);
    }
    // Behind the camera, and beyond its far plane, there is nothing, which is told.
    let behind = draw(&scene(vec![(square(), red.clone(), 11.0)]));
    assert_eq!(middle(&behind), [0; 4]);
    assert_eq!(behind.notes.iter().map(|n| n.code.id).collect::<Vec<_>>(), ["CNV514"]);
    assert_eq!(middle(&draw(&scene(vec![(square(), red, -95.0)]))), [0; 4]);
}

#[test]
fn opaque_modes_weigh_material_and_background() {
    // The computed vector of chapter 16, over an opaque background.
    for (opaque, expected) in [
        (Opaque::AOne, [0.3, 0.4125, 0.525]),
        (Opaque::AZero, [0.9, 0.4875, 0.075]),
        (Opaque::RgbZero, [0.68, 0.47, 0.12]),
        (Opaque::RgbOne, [0.52, 0.43, 0.48]),
    ] {
        let material = Material {
            shading: Shading::Constant,
            emission: colour([1.0, 0.5, 0.0, 1.0]),
            transparent: colour([0.8, 0.6, 0.4, 0.25]),
            transparency: Some(Scalar(0.5)),
            opaque,
            ..Material::default()
        };
        let options = Options { background: [0.2, 0.4, 0.6, 1.0], ..small() };
        let picture = draw_with(&scene(vec![(square(), material, 0.0)]), &options, &());
        let [r, g, b] = expected.map(|c| (c * 255.0f64).round() as u8);
        assert_eq!(middle(&picture), [r, g, b, 255], "{opaque:?}");
    }
}

#[test]
fn layers_are_laid_over_each_other_by_depth() {
    let glass = |r, g, b| Material {
        shading: Shading::Constant,
        emission: colour([r, g, b, 1.0]),
        transparent: colour([1.0, 1.0, 1.0, 0.5]),
        ..Material::default()
    };
    // Drawn in the wrong order: red in front of green in front of opaque blue.
    let blue = Material { emission: colour([0., 0., 1., 1.]), ..Material::default() };
    let shapes = vec![
        (square(), glass(1., 0., 0.), 2.0),
        (square(), blue, 0.0),
        (square(), glass(0., 1., 0.), 1.0),
        // Hidden by what is opaque.
        (square(), glass(1., 1., 1.), -1.0),
    ];
    assert_eq!(middle(&draw(&scene(shapes))), [128, 64, 64, 255]);
    // Without anything behind: colours are not darkened by alpha.
    let alone = draw(&scene(vec![(square(), glass(1., 0., 0.), 2.0), (square(), matte(1.0), -200.0)]));
    assert_eq!(middle(&alone), [255, 0, 0, 127]);
}

#[test]
fn transparency_that_hides_by_mistake_is_inverted_and_told() {
    let hidden = |k| Material {
        emission: grey(1.0),
        transparent: colour([0., 0., 0., 1.]),
        transparency: Some(Scalar(k)),
        ..Material::default()
    };
    let shown = |drawn: Vec<_>, auto| {
        let opacity = if auto { Opacity::Auto } else { Opacity::Strict };
        let picture = draw_with(&scene(drawn), &Options { opacity, ..small() }, &());
        (middle(&picture), picture.notes.iter().any(|n| n.code.id == "CNV517"))
    };
    let alone = || vec![(square(), hidden(0.0), 0.0)];
    assert_eq!(shown(alone(), false), ([0; 4], true));
    assert_eq!(shown(alone(), true), ([255; 4], true));
    // A material that says nothing of transparency is opaque either way.
    let beside = |k| vec![(square(), hidden(0.0), 0.0), (square(), matte(0.2), -1.0), (square(), hidden(k), -2.0)];
    assert_eq!(shown(beside(0.0), true), ([255; 4], true));
    // Who writes what is opaque by the rule means what the rule hides to be hidden.
    assert_eq!(shown(beside(1.0), true), ([51, 51, 51, 255], false));
}

/// Red to black to the right, green to black upwards, in 256 steps each.
fn ramp() -> Texture {
    let pixel = |y: u32, x: u32| [255 - x as u8, y as u8, 0, 255];
    let rgba = (0..256).flat_map(|y| (0..256).flat_map(move |x| pixel(y, x))).collect();
    Texture::new(256, 256, rgba).unwrap()
}

fn textured(sampler: Sampler) -> Material {
    let texture = TextureUse::new(Some(ImageId(0)), sampler, "UV");
    Material { shading: Shading::Constant, emission: Some(Colour::new([1.0; 4], Some(texture))), ..Material::default() }
}

#[test]
fn textures_are_in_perspective() {
    // A floor from z = 0 to z = −30 below a camera at height 1, z = 10, that looks along −Z with 90 degrees.
    let floor = [[-50., -1., 0.], [50., -1., 0.], [50., -1., -30.], [-50., -1., -30.]];
    let nearest =
        Sampler { magnify: Filter::Nearest, minify: Filter::Nearest, mip: Filter::None, ..Sampler::default() };
    let mut scene =
        with_image(scene(vec![(mesh(PrimitiveKind::Polygons, &floor, &CORNERS, &[]), textured(nearest), 0.0)]));
    scene.cameras[0].projection = Projection::Perspective { x: Some(90.0), y: None, aspect: None };
    let options = Options { size: (512, 512), samples: 1, ..Options::default() };
    let picture = draw_with(&scene, &options, &vec![Some(ramp())]);
    // The row y is seen at depth 1 / ((y + 0.5 − 256) / 256); v goes linearly with depth, not with y.
    for y in [264, 268, 276, 280] {
        let depth = 256.0 / (f64::from(y) + 0.5 - 256.0);
        let v = (depth - 10.0) / 30.0;
        let [_, green, ..] = pixel(&picture, 256, y);
        assert!((f64::from(green) - (1.0 - v) * 256.0).abs() < 1.5, "{y}: {green} {v}");
    }
    assert_eq!(pixel(&picture, 256, 255), [0; 4]);
}

#[test]
fn a_picture_fills_its_square() {
    let scene = with_image(scene(vec![(square(), textured(Sampler::default()), 0.0)]));
    let picture = draw_with(&scene, &Options { size: (256, 256), ..Options::default() }, &vec![Some(ramp())]);
    // One texel a pixel, upright: the mean of the samples is the middle of the texel.
    for (x, y) in [(3, 3), (100, 200), (250, 10)] {
        let [r, g, ..] = pixel(&picture, x, y);
        assert!(r.abs_diff(255 - x as u8) <= 1 && g.abs_diff(y as u8) <= 1, "{x} {y}: {r} {g}");
    }
}

#[test]
fn missing_pictures_show_as_checkers_and_are_told() {
    let scene = with_image(scene(vec![(square(), textured(Sampler::default()), 0.0)]));
    let picture = draw(&scene);
    let (mut magenta, mut dark) = (0, 0);
    for p in picture.rgba.chunks(4) {
        magenta += usize::from(p == [255, 0, 255, 255]);
        dark += usize::from(p == [64, 64, 64, 255]);
    }
    assert_eq!((magenta, dark), (128, 128));
    assert_eq!(picture.notes.iter().map(|n| n.code.id).collect::<Vec<_>>(), ["CNV511"]);
}

#[test]
fn a_triangle_covers_half_of_its_square_and_its_edge_is_soft() {
    let triangle = mesh(PrimitiveKind::Triangles, &[SQUARE[0], SQUARE[1], SQUARE[2]], &[], &[]);
    let picture = draw_with(
        &scene(vec![(triangle, matte(1.0), 0.0)]),
        &Options { size: (64, 64), samples: 16, ..Options::default() },
        &(),
    );
    assert!((coverage(&picture) - 0.5).abs() < 2e-3, "{}", coverage(&picture));
    let [r, _, _, alpha] = pixel(&picture, 20, 43);
    assert!((90..166).contains(&alpha) && r == 255, "{r} {alpha}");
}

#[test]
fn sides_follow_the_document() {
    let shown = |double: Option<bool>, mirrored: bool, behind: bool| {
        let mut shape = square();
        shape.double_sided = double;
        let mut scene = scene(vec![(shape, matte(1.0), 0.0)]);
        let mut add = |operation| scene.nodes[1].transforms.push(Transform { sid: None, operation });
        if mirrored {
            add(Operation::Scale([-1., 1., 1.]));
        }
        if behind {
            add(Operation::Rotate([0., 1., 0., 180.]));
        }
        middle(&draw(&scene))
    };
    for mirrored in [false, true] {
        assert_eq!(shown(Some(false), mirrored, false), [255; 4]);
        assert_eq!(shown(Some(false), mirrored, true), [0; 4]);
        assert_eq!(shown(Some(true), mirrored, true), [255; 4]);
        assert_eq!(shown(None, mirrored, true), [255; 4]);
    }
}

#[test]
fn of_two_faces_at_one_place_the_front_is_seen() {
    // The same square once more, turned over, in another colour, whichever comes first and however it is mirrored. It is
    // also turned over if only its normals are.
    let glowing = |rgb: [f64; 4]| Material { emission: colour(rgb), ..Material::default() };
    let mut turned = square();
    turned.primitives[0].indices.reverse();
    let facing = |z: f32| mesh(PrimitiveKind::Polygons, &SQUARE, &[], &[[0., 0., z]; 4]);
    let (front, back) = (glowing([0., 1., 0., 1.]), glowing([1., 0., 0., 1.]));
    for (projection, (here, away)) in [
        Projection::Orthographic { x: Some(1.0), y: Some(1.0), aspect: None },
        Projection::Perspective { x: Some(11.0), y: None, aspect: None },
    ]
    .into_iter()
    .flat_map(|p| [(p, (square(), turned.clone())), (p, (facing(1.0), facing(-1.0)))])
    {
        for order in [
            vec![(here.clone(), front.clone(), 0.0), (away.clone(), back.clone(), 0.0)],
            vec![(away.clone(), back.clone(), 0.0), (here.clone(), front.clone(), 0.0)],
        ] {
            let mut scene = scene(order);
            scene.cameras[0].projection = projection;
            assert_eq!(middle(&draw(&scene)), [0, 255, 0, 255]);
            for node in &mut scene.nodes[1..] {
                node.transforms.push(Transform { sid: None, operation: Operation::Scale([-1., 1., 1.]) });
            }
            assert_eq!(middle(&draw(&scene)), [0, 255, 0, 255]);
        }
    }
}

#[test]
fn written_normals_are_what_they_are() {
    let with = |normal: [f32; 3], double| {
        let mut shape = mesh(PrimitiveKind::Polygons, &SQUARE, &[], &[normal; 4]);
        shape.double_sided = double;
        middle(&draw(&scene(vec![(shape, matte(1.0), 0.0)])))
    };
    // 60 degrees off, of any length.
    assert_eq!(with([0.0, 3f32.sqrt() * 2.0, 2.0], None), [128, 128, 128, 255]);
    assert_eq!(with([0., 0., -1.], None), [0, 0, 0, 255]);
    // Of two sides, the one that is seen shines.
    assert_eq!(with([0., 0., -1.], Some(true)), [255; 4]);
    // A normal of no direction is that of the face.
    assert_eq!(with([0., 0., 0.], None), [255; 4]);
}

#[test]
fn gentle_edges_are_smooth_and_sharp_ones_are_not() {
    // Two squares that meet at x = 0 under an angle, seen from above the edge.
    let roof = |slope: f32| {
        let points =
            [[0., -1., 0.], [1., -1., -slope], [0., 1., 0.], [1., 1., -slope], [-1., -1., -slope], [-1., 1., -slope]];
        let mut shape = mesh(PrimitiveKind::Triangles, &points, &[], &[]);
        shape.primitives[0].indices = vec![0, 1, 3, 0, 3, 2, 4, 0, 2, 4, 2, 5];
        let picture = draw_with(&scene(vec![(shape, matte(1.0), 0.0)]), &Options { size: (64, 64), ..small() }, &());
        (pixel(&picture, 32, 32)[0], pixel(&picture, 60, 32)[0])
    };
    let (ridge, side) = roof(0.2);
    assert!(ridge >= 253 && side < ridge, "{ridge} {side}");
    let (ridge, side) = roof(1.0);
    assert_eq!((ridge, side), (180, 180));
}

#[test]
fn lines_and_points_are_as_wide_as_a_pixel() {
    let unlit = Material { emission: grey(1.0), ..Material::default() };
    let line = mesh(PrimitiveKind::Lines, &[[-2., 0.015625, 0.], [2., 0.015625, 0.]], &[], &[]);
    let picture = draw_with(&scene(vec![(line, unlit.clone(), 0.0)]), &Options { size: (64, 64), ..small() }, &());
    assert!((coverage(&picture) - 1.0 / 64.0).abs() < 1e-3, "{}", coverage(&picture));
    assert_eq!(pixel(&picture, 10, 31), [255; 4]);
    let points = mesh(PrimitiveKind::Points, &[[0.015625, 0.015625, 0.], [5., 5., 0.]], &[], &[]);
    let picture = draw_with(&scene(vec![(points, unlit, 0.0)]), &Options { size: (64, 64), ..small() }, &());
    assert!((coverage(&picture) - 1.0 / 4096.0).abs() < 1e-6, "{}", coverage(&picture));
}

#[test]
fn wires_are_the_edges_only() {
    let mut inner = square();
    inner.streams[0].data.iter_mut().for_each(|x| *x *= 0.5);
    let options = Options { size: (64, 64), wireframe: true, ..Options::default() };
    let picture = draw_with(&scene(vec![(inner, matte(1.0), 0.0)]), &options, &());
    assert_eq!(middle(&picture), [0; 4]);
    // Four edges of 32 pixels, one wide.
    assert!((coverage(&picture) * 4096.0 - 128.0).abs() < 8.0, "{}", coverage(&picture) * 4096.0);
}

/// Many shapes with all kinds of surfaces.
fn crowd() -> Scene {
    let mut shapes = Vec::new();
    for i in 0..40 {
        let f = i as f32;
        let points = [
            [(f * 1.7).sin(), (f * 2.3).cos(), (f * 0.9).sin()],
            [(f * 3.1).cos(), (f * 1.1).sin(), 0.5],
            [(f * 0.7).sin(), (f * 4.3).sin(), -0.5],
        ];
        let mut material = Material { shading: Shading::Phong, shininess: Some(Scalar(9.0)), ..matte(0.7) };
        material.specular = grey(0.4);
        if i % 3 == 0 {
            material.transparent = colour([0.2, 0.5, 0.9, 0.5]);
            material.opaque = Opaque::RgbOne;
        }
        shapes.push((mesh(PrimitiveKind::Triangles, &points, &[], &[]), material, f64::from(i) * 0.01));
    }
    scene(shapes)
}

#[test]
fn threads_do_not_matter() {
    let scene = crowd();
    let with =
        |threads| draw_with(&scene, &Options { size: (150, 70), threads, samples: 5, ..Options::default() }, &()).rgba;
    let one = with(1);
    assert!(one.chunks(4).any(|p| p[3] != 0 && p[3] != 255));
    for threads in [0, 2, 3, 7] {
        assert_eq!(with(threads), one);
    }
}

#[test]
fn a_renderer_draws_each_frame_as_if_it_were_the_first() {
    let scene = crowd();
    let stage = Stage::new(&scene, ViewId(0), LIMIT);
    let mut renderer = Renderer::default();
    for step in 0..3 {
        let mut overrides = Overrides::default();
        let target = Target::Transform { node: NodeId(3), transform: 0, part: Part::At(0) };
        overrides.set(&target, &[f64::from(step) * 0.3]);
        let pose = pose(&scene, &stage, &overrides);
        let subject =
            Subject { scene: &scene, stage: &stage, pose: &pose, overrides: &overrides, textures: &(), encode: false };
        let again = renderer.render(&subject, &small()).unwrap();
        assert_eq!(again.rgba, render(&subject, &small()).unwrap().rgba);
    }
}

#[test]
fn large_pictures_are_drawn_in_strips_without_seams() {
    let small = square();
    let options = Options { size: (1500, 1000), samples: 16, ..Options::default() };
    let mut scene = scene(vec![(small, matte(0.5), 0.0)]);
    scene.cameras[0].projection = Projection::Orthographic { x: None, y: Some(1.0), aspect: None };
    let picture = draw_with(&scene, &options, &());
    for row in picture.rgba.chunks(1500 * 4) {
        assert_eq!(row[750 * 4..750 * 4 + 4], [128, 128, 128, 255]);
    }
    assert!((coverage(&picture) - 2.0 / 3.0).abs() < 1e-4);
}

#[test]
fn a_scene_without_a_camera_is_framed_and_lit() {
    let mut scene = scene(vec![(square(), matte(0.5), 0.0)]);
    scene.nodes[0] = Node::default();
    let picture = draw_with(&scene, &Options { size: (64, 64), ..Options::default() }, &());
    assert!((0.3..0.95).contains(&coverage(&picture)), "{}", coverage(&picture));
    assert!((80..=128).contains(&middle(&picture)[0]), "{:?}", middle(&picture));
    assert!(cameras(&scene, &Stage::new(&scene, ViewId(0), LIMIT)).is_empty());
    // A camera sees what shines, which may be nothing.
    scene.nodes[0].cameras.push(CameraId(0));
    scene.nodes[0].transforms.push(Transform { sid: None, operation: Operation::Translate([0., 0., 10.]) });
    let dark = draw_with(&scene, &small(), &());
    assert_eq!(middle(&dark), [0, 0, 0, 255]);
    assert_eq!(dark.notes.iter().map(|n| n.code.id).collect::<Vec<_>>(), ["CNV516"]);
    let soft = draw_with(&scene, &Options { soft_light: SoftLight::Dark, ..small() }, &());
    assert!(middle(&soft)[0] > 60);
    let framed = draw_with(&scene, &Options { eye: Eye::Framed, ..small() }, &());
    assert!(framed.rgba.chunks(4).any(|p| p[0] > 60));
}

#[test]
fn layers_choose_what_is_drawn() {
    let mut scene = scene(vec![(square(), matte(0.2), 1.0), (square(), matte(0.4), 0.0)]);
    scene.nodes[2].layers = vec!["back".into()];
    let options = Options { layers: vec!["back".into()], ..small() };
    assert_eq!(middle(&draw_with(&scene, &options, &())), [102, 102, 102, 255]);
}

#[test]
fn sizes_that_cannot_be_are_refused() {
    let scene = Scene { views: vec![View::default()], ..Scene::default() };
    let stage = Stage::new(&scene, ViewId(0), LIMIT);
    let overrides = Overrides::default();
    let pose = pose(&scene, &stage, &overrides);
    let subject =
        Subject { scene: &scene, stage: &stage, pose: &pose, overrides: &overrides, textures: &(), encode: false };
    for size in [(0, 5), (5, 0), (u32::MAX, u32::MAX), (1 << 20, (MOST_PIXELS >> 20) as u32 + 1)] {
        let refused = render(&subject, &Options { size, ..Options::default() }).unwrap_err();
        assert_eq!(refused.size, size);
        assert!(refused.to_string().contains("pixels"));
    }
    let empty = render(&subject, &small()).unwrap();
    assert_eq!(empty.rgba, vec![0; 16 * 16 * 4]);
    assert_eq!(empty.notes.iter().map(|n| n.code.id).collect::<Vec<_>>(), ["CNV514"]);
}

#[test]
fn numbers_that_are_none_do_no_harm() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN_POSITIVE] {
        for kind in [PrimitiveKind::Points, PrimitiveKind::Lines, PrimitiveKind::Triangles, PrimitiveKind::Polygons] {
            let points = [[bad, 0., 0.], [1., bad, bad], [1., 1., 0.], [0., -1., bad]];
            let shape = mesh(kind, &points, &[[bad, 1.0]; 4], &[[bad, bad, bad]; 4]);
            let broken = f64::from(bad);
            let material = Material {
                shading: Shading::Blinn,
                shininess: Some(Scalar(broken)),
                specular: grey(broken),
                transparency: Some(Scalar(broken)),
                ..textured(Sampler::default())
            };
            let mut scene = with_image(scene(vec![(shape, material, 0.0)]));
            scene.lights[0].kind = LightKind::Spot { attenuation: [broken; 3], angle: broken, exponent: broken };
            for eye in [Eye::First, Eye::Framed] {
                let options = Options { eye, background: [broken; 4], ..small() };
                assert_eq!(draw_with(&scene, &options, &vec![Some(ramp())]).rgba.len(), 1024);
                assert_eq!(draw_with(&scene, &Options { wireframe: true, ..options }, &()).rgba.len(), 1024);
            }
            scene.cameras[0] = Camera {
                near: broken,
                far: -broken,
                projection: Projection::Perspective { x: Some(broken), y: Some(-1.0), aspect: Some(0.0) },
                ..scene.cameras[0].clone()
            };
            assert_eq!(draw(&scene).rgba.len(), 1024);
        }
    }
}

#[test]
fn what_is_far_away_is_not_framed() {
    // Ten squares in a row and one that is a thousand times further away: the row fills the picture.
    let near = (0..10).map(|i| (square(), matte(1.0), f64::from(i) * -0.1));
    let row: Vec<_> = near.clone().collect();
    let with_helper: Vec<_> = near.chain([(square(), matte(1.0), -10_000.0)]).collect();
    let options = Options { eye: Eye::Framed, soft_light: SoftLight::Auto, ..small() };
    let filled = |picture: &Picture| picture.rgba.as_chunks::<4>().0.iter().filter(|p| p[3] > 0).count();
    let (alone, beside) = (draw_with(&scene(row), &options, &()), draw_with(&scene(with_helper), &options, &()));
    assert!(filled(&beside) * 10 > filled(&alone) * 9, "{} {}", filled(&beside), filled(&alone));
    let told = |picture: &Picture| picture.notes.iter().any(|n| n.code.id == "CNV520");
    assert!(told(&beside) && !told(&alone));
}
