use super::*;

fn volume(corners: &[[f32; 3]], triangles: &[u32]) -> f64 {
    let at = |i: u32| widen(corners[i as usize]);
    triangles.as_chunks::<3>().0.iter().map(|&[a, b, c]| dot(at(a), cross(at(b), at(c))) / 6.0).sum()
}

/// Closed, of the right number of faces (Euler), and no point outside.
fn assert_wraps(points: &[[f32; 3]], corners: &[[f32; 3]], triangles: &[u32]) {
    let triangles = triangles.as_chunks::<3>().0;
    assert_eq!(triangles.len(), 2 * corners.len() - 4);
    let mut edges: Vec<[u32; 2]> = triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
    edges.sort_unstable();
    assert!(edges.windows(2).all(|pair| pair[0] != pair[1]));
    assert!(edges.iter().all(|&[a, b]| edges.binary_search(&[b, a]).is_ok()));
    let extent = Cloud { points }.extent();
    for &[a, b, c] in triangles {
        let [a, b, c] = [a, b, c].map(|i| widen(corners[i as usize]));
        let Some(normal) = unit(cross(sub(b, a), sub(c, a))) else { panic!("a face without area") };
        for &point in points {
            let height = dot(normal, sub(widen(point), a)) / extent;
            assert!(height < 1e-7, "{height}");
        }
    }
}

#[test]
fn a_cube_with_points_inside_and_on_its_faces() {
    let mut points: Vec<[f32; 3]> = Vec::new();
    for x in 0..5 {
        for y in 0..5 {
            for z in 0..5 {
                points.push([x as f32, y as f32, z as f32]);
            }
        }
    }
    let (corners, triangles) = hull(&points).unwrap();
    assert_eq!((corners.len(), triangles.len()), (8, 36));
    assert!((volume(&corners, &triangles) - 64.0).abs() < 1e-9);
    assert!(corners.iter().flatten().all(|&x| x == 0.0 || x == 4.0));
    assert_wraps(&points, &corners, &triangles);
}

#[test]
fn a_tetrahedron_is_itself() {
    let points = [[0.0; 3], [6.0, 0.0, 0.0], [0.0, 6.0, 0.0], [0.0, 0.0, 6.0]];
    let (corners, triangles) = hull(&points).unwrap();
    assert_eq!(corners, points);
    assert_eq!(triangles.len(), 12);
    assert_eq!(volume(&corners, &triangles), 36.0);
}

#[test]
fn random_clouds_are_wrapped() {
    let mut state = 7u64;
    let mut roll = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1u64 << 24) as f32 - 0.5
    };
    for round in 0..60 {
        let count = 4 + round * 20;
        let mut points: Vec<[f32; 3]> = (0..count).map(|_| [roll(), roll(), roll()]).collect();
        match round % 4 {
            // On a sphere, with all points as corners.
            1 => points.iter_mut().for_each(|p| *p = unit(widen(*p)).unwrap().map(|x| x as f32)),
            // Flat as a coin, far away.
            2 => points.iter_mut().for_each(|p| *p = [p[0] + 1000.0, p[1], p[2] * 0.01]),
            // On a coarse grid: many points in the same planes.
            3 => points.iter_mut().for_each(|p| *p = p.map(|x| (x * 4.0).round())),
            _ => {}
        }
        let Some((corners, triangles)) = hull(&points) else {
            assert!(count < 10);
            continue;
        };
        assert_wraps(&points, &corners, &triangles);
        assert!(volume(&corners, &triangles) > 0.0);
        assert_eq!(hull(&points), Some((corners, triangles)));
    }
}

#[test]
fn a_flat_cloud_is_its_outline_from_both_sides() {
    // A square in the plane x = 2, with a point on an edge and one inside.
    let points = [[0.0, 0.0], [2.0, 0.0], [1.0, 0.0], [2.0, 2.0], [0.0, 2.0], [1.0, 1.0]].map(|[y, z]| [2.0, y, z]);
    let (corners, triangles) = hull(&points).unwrap();
    assert_eq!(corners.len(), 4);
    assert_eq!(triangles.len(), 12);
    let (mut front, mut back) = (0.0, 0.0);
    for normal in triangles.as_chunks::<3>().0.iter().map(|t| {
        let [a, b, c] = t.map(|i| widen(corners[i as usize]));
        cross(sub(b, a), sub(c, a))
    }) {
        front += normal[0].max(0.0) / 2.0;
        back += (-normal[0]).max(0.0) / 2.0;
    }
    assert_eq!((front, back), (4.0, 4.0));
    // Three points are a triangle.
    assert_eq!(hull(&points[..2]), None);
    assert_eq!(hull(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]).unwrap().1.len(), 6);
}

#[test]
fn no_hull() {
    assert_eq!(hull(&[]), None);
    assert_eq!(hull(&[[1.0; 3]; 50]), None);
    let line: Vec<[f32; 3]> = (0..50).map(|i| [i as f32 * 0.1, i as f32 * 0.3, i as f32 * -0.7]).collect();
    assert_eq!(hull(&line), None);
    assert_eq!(hull(&[[f32::NAN; 3]; 9]), None);
    // Points that are not finite do not count.
    let mut points = vec![[0.0; 3], [6.0, 0.0, 0.0], [0.0, 6.0, 0.0], [0.0, 0.0, 6.0]];
    points.extend([[f32::NAN, 0.0, 0.0], [f32::INFINITY, 0.0, 0.0], [0.0, 0.0, f32::NEG_INFINITY]]);
    assert_eq!(hull(&points).unwrap().0.len(), 4);
    // The largest numbers there are.
    let huge = points[..4].iter().map(|p| p.map(|x| x / 6.0 * f32::MAX)).collect::<Vec<_>>();
    assert_eq!(hull(&huge).unwrap().1.len(), 12);
}
