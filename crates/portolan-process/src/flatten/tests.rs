//! By hand.
