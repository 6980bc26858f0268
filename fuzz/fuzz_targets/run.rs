//! Whatever a world holds and whatever a user does in it, it runs and ends. The first byte says where the inputs begin.
#![no_main]

use libfuzzer_sys::fuzz_target;
use portolan::OpenOptions;
use portolan::run::{Action, Input, Options};

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let (inputs, world) = rest.split_at(usize::from(*first).min(rest.len()));
    let Ok(file) = OpenOptions::new().open_bytes("a.xwrl", world.to_vec()) else { return };
    let mut options = Options::default();
    options.most_events = 10_000;
    let Ok(mut run) = file.run(options) else { return };
    for (number, chunk) in inputs.chunks_exact(4).enumerate() {
        let place = [1, 2, 3].map(|i| f64::from(chunk[i] as i8) / 8.0);
        let action = match chunk[0] % 6 {
            0 => Action::Move(place),
            1 => Action::Press,
            2 => Action::Release,
            3 => Action::Walk(place),
            4 => Action::Leave,
            _ => Action::Viewer { position: Some(place), orientation: None },
        };
        run.send(Input { t: number as f64 / 8.0, action });
    }
    (0..8).for_each(|step| run.step(f64::from(step) / 4.0));
    run.finish();
    assert!(run.scene().scene.check().is_empty());
});
