//! The sixteen data types of OpenDDL.

use std::fmt;

/// A primitive data type. A structure that carries one of its names holds data instead of structures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Primitive {
    /// `true` or `false`.
    Bool,
    /// Signed integer of 8 bits.
    Int8,
    /// Signed integer of 16 bits.
    Int16,
    /// Signed integer of 32 bits.
    Int32,
    /// Signed integer of 64 bits.
    Int64,
    /// Unsigned integer of 8 bits.
    Uint8,
    /// Unsigned integer of 16 bits.
    Uint16,
    /// Unsigned integer of 32 bits.
    Uint32,
    /// Unsigned integer of 64 bits.
    Uint64,
    /// Floating-point number of 16 bits.
    Float16,
    /// Floating-point number of 32 bits.
    Float32,
    /// Floating-point number of 64 bits.
    Float64,
    /// Text.
    String,
    /// The name of a structure, a path to it, or `null`.
    Ref,
    /// The name of one of these types.
    Type,
    /// Bytes, written as Base64.
    Base64,
}

impl Primitive {
    /// All of them, in the order of Table A.1.
    pub const ALL: [Primitive; 16] = [
        Primitive::Bool,
        Primitive::Int8,
        Primitive::Int16,
        Primitive::Int32,
        Primitive::Int64,
        Primitive::Uint8,
        Primitive::Uint16,
        Primitive::Uint32,
        Primitive::Uint64,
        Primitive::Float16,
        Primitive::Float32,
        Primitive::Float64,
        Primitive::String,
        Primitive::Ref,
        Primitive::Type,
        Primitive::Base64,
    ];

    /// The name that says most: `float32` rather than `float`, `uint8` rather than `u8`.
    pub const fn long_name(self) -> &'static str {
        match self {
            Primitive::Bool => "bool",
            Primitive::Int8 => "int8",
            Primitive::Int16 => "int16",
            Primitive::Int32 => "int32",
            Primitive::Int64 => "int64",
            Primitive::Uint8 => "uint8",
            Primitive::Uint16 => "uint16",
            Primitive::Uint32 => "uint32",
            Primitive::Uint64 => "uint64",
            Primitive::Float16 => "float16",
            Primitive::Float32 => "float32",
            Primitive::Float64 => "float64",
            Primitive::String => "string",
            Primitive::Ref => "ref",
            Primitive::Type => "type",
            Primitive::Base64 => "base64",
        }
    }

    /// Every name it may be written with; the last one of the unsigned integers belongs to OpenDDL 1.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Primitive::Bool => &["bool", "b"],
            Primitive::Int8 => &["int8", "i8"],
            Primitive::Int16 => &["int16", "i16"],
            Primitive::Int32 => &["int32", "i32"],
            Primitive::Int64 => &["int64", "i64"],
            Primitive::Uint8 => &["uint8", "u8", "unsigned_int8"],
            Primitive::Uint16 => &["uint16", "u16", "unsigned_int16"],
            Primitive::Uint32 => &["uint32", "u32", "unsigned_int32"],
            Primitive::Uint64 => &["uint64", "u64", "unsigned_int64"],
            Primitive::Float16 => &["float16", "half", "h", "f16"],
            Primitive::Float32 => &["float32", "float", "f", "f32"],
            Primitive::Float64 => &["float64", "double", "d", "f64"],
            Primitive::String => &["string", "s"],
            Primitive::Ref => &["ref", "r"],
            Primitive::Type => &["type", "t"],
            Primitive::Base64 => &["base64", "z"],
        }
    }

    /// Smallest and largest value of an integer type.
    pub const fn integer_range(self) -> Option<(i128, i128)> {
        Some(match self {
            Primitive::Int8 => (i8::MIN as i128, i8::MAX as i128),
            Primitive::Int16 => (i16::MIN as i128, i16::MAX as i128),
            Primitive::Int32 => (i32::MIN as i128, i32::MAX as i128),
            Primitive::Int64 => (i64::MIN as i128, i64::MAX as i128),
            Primitive::Uint8 => (0, u8::MAX as i128),
            Primitive::Uint16 => (0, u16::MAX as i128),
            Primitive::Uint32 => (0, u32::MAX as i128),
            Primitive::Uint64 => (0, u64::MAX as i128),
            _ => return None,
        })
    }

    /// Is it one of the eight integer types?
    pub const fn is_integer(self) -> bool {
        self.integer_range().is_some()
    }

    /// Number of bits of a floating-point type.
    pub const fn float_bits(self) -> Option<u32> {
        match self {
            Primitive::Float16 => Some(16),
            Primitive::Float32 => Some(32),
            Primitive::Float64 => Some(64),
            _ => None,
        }
    }

    /// Is it one of the three floating-point types?
    pub const fn is_float(self) -> bool {
        self.float_bits().is_some()
    }

    /// What one value of it is called in messages.
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Primitive::Bool => "a boolean (`true` or `false`)",
            Primitive::Float16 | Primitive::Float32 | Primitive::Float64 => "a floating-point number",
            Primitive::String => "a string in double quotes",
            Primitive::Ref => "a reference (`$name`, `%name` or `null`)",
            Primitive::Type => "the name of a data type",
            Primitive::Base64 => "Base64 data",
            _ => "an integer",
        }
    }
}

impl fmt::Display for Primitive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.long_name())
    }
}

/// The primitive type with this name, long or short; `None` for the identifier of a derived structure.
pub fn primitive_type(name: &str) -> Option<Primitive> {
    Some(match name {
        "bool" | "b" => Primitive::Bool,
        "int8" | "i8" => Primitive::Int8,
        "int16" | "i16" => Primitive::Int16,
        "int32" | "i32" => Primitive::Int32,
        "int64" | "i64" => Primitive::Int64,
        "uint8" | "u8" | "unsigned_int8" => Primitive::Uint8,
        "uint16" | "u16" | "unsigned_int16" => Primitive::Uint16,
        "uint32" | "u32" | "unsigned_int32" => Primitive::Uint32,
        "uint64" | "u64" | "unsigned_int64" => Primitive::Uint64,
        "float16" | "half" | "h" | "f16" => Primitive::Float16,
        "float32" | "float" | "f" | "f32" => Primitive::Float32,
        "float64" | "double" | "d" | "f64" => Primitive::Float64,
        "string" | "s" => Primitive::String,
        "ref" | "r" => Primitive::Ref,
        "type" | "t" => Primitive::Type,
        "base64" | "z" => Primitive::Base64,
        _ => return None,
    })
}

/// Does a type name belong to OpenDDL 1 only?
pub(crate) fn is_old_name(name: &str) -> bool {
    name.starts_with("unsigned_int") && primitive_type(name).is_some()
}

/// Is it one lower-case letter and digits: reserved for the future of the language, unless it is a type already?
pub(crate) fn is_reserved(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_lowercase())
        && bytes.all(|b| b.is_ascii_digit())
        && primitive_type(name).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_back_to_its_type() {
        let mut count = 0;
        for primitive in Primitive::ALL {
            assert_eq!(primitive.names().first(), Some(&primitive.long_name()));
            for name in primitive.names() {
                assert_eq!(primitive_type(name), Some(primitive), "{name}");
                assert!(!is_reserved(name), "{name}");
                count += 1;
            }
        }
        // Table A.1 has 38 names; OpenDDL 1 adds four.
        assert_eq!(count, 38 + 4);
        assert_eq!(primitive_type("Float"), None);
        assert_eq!(primitive_type("float8"), None);
    }

    #[test]
    fn a_letter_and_digits_are_reserved() {
        for name in ["a", "q", "q7", "f8", "i128"] {
            assert!(is_reserved(name), "{name}");
        }
        for name in ["A", "ab", "a_", "a1b", "_", "f32", "Node", ""] {
            assert!(!is_reserved(name), "{name}");
        }
    }
}
