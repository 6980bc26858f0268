//! Values that are made when they are first asked for.

use std::any::Any;
use std::sync::OnceLock;

/// One value of each type, made when it is first asked for.
#[derive(Default)]
pub(crate) struct Cache(OnceLock<Box<Slot>>);

struct Slot {
    value: Box<dyn Any + Send + Sync>,
    next: Cache,
}

impl Cache {
    /// The value of a type.
    pub fn get<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> &T {
        let mut make = Some(make);
        let mut at = self;
        loop {
            // The first who comes to a slot puts its value there; others with another type go on to the next one.
            let slot = at.0.get_or_init(|| {
                let value: Box<dyn Any + Send + Sync> = match make.take() {
                    Some(make) => Box::new(make()),
                    None => Box::new(()),
                };
                Box::new(Slot { value, next: Cache::default() })
            });
            match slot.value.downcast_ref() {
                Some(value) => return value,
                None => at = &slot.next,
            }
        }
    }
}

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Cache")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_made_once() {
        let cache = Cache::default();
        assert_eq!(*cache.get(|| 1u8), 1);
        assert_eq!(*cache.get(|| "text"), "text");
        assert_eq!(*cache.get(|| -> u8 { unreachable!("it is there") }), 1);
    }
}
