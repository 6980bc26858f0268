//! Values that are made when they are first asked for.

use std::any::Any;
use std::sync::OnceLock;

/// One value of each type, made when it is first asked for. Making one may ask for others.
#[derive(Default)]
pub(crate) struct Cache(OnceLock<Box<Slot>>);

/// Room for a value of one type.
struct Slot {
    /// A `OnceLock` of the type.
    value: Box<dyn Any + Send + Sync>,
    next: Cache,
}

impl Cache {
    /// The value of a type.
    pub fn get<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> &T {
        let mut at = self;
        loop {
            // Whoever comes first to the end of the list makes room there; the value is made without holding the list.
            let slot =
                at.0.get_or_init(|| Box::new(Slot { value: Box::new(OnceLock::<T>::new()), next: Cache::default() }));
            match slot.value.downcast_ref::<OnceLock<T>>() {
                Some(value) => return value.get_or_init(make),
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

    #[test]
    fn a_value_may_be_made_from_others() {
        let cache = Cache::default();
        assert_eq!(*cache.get(|| u64::from(*cache.get(|| 3u8)) * 2), 6);
    }
}
