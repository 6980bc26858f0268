//! Values that come from outside, before their type is known.

use portolan_xvrml::world::{FieldType, NodeId, Value, read_value};

use crate::run::Run;

/// A value as it is given: numbers, lists, or the text that the file format has.
#[derive(Clone, PartialEq, Debug)]
pub enum Given {
    /// Nothing: no node.
    Nothing,
    /// A truth.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A text, or a value as the format writes it.
    Text(String),
    /// A list, also of lists.
    List(Vec<Given>),
    /// A node.
    Node(NodeId),
}

impl Given {
    /// All numbers in it, in order; `None` if something else is there.
    pub(crate) fn numbers(&self) -> Option<Vec<f64>> {
        fn collect(given: &Given, all: &mut Vec<f64>) -> bool {
            match given {
                Given::Number(n) => all.push(*n),
                Given::Bool(b) => all.push(f64::from(u8::from(*b))),
                Given::List(list) => return list.iter().all(|g| collect(g, all)),
                Given::Nothing | Given::Text(_) | Given::Node(_) => return false,
            }
            true
        }
        let mut all = Vec::new();
        collect(self, &mut all).then_some(all)
    }

    fn texts(&self) -> Option<Vec<&str>> {
        match self {
            Given::Text(text) => Some(vec![text]),
            Given::List(list) => {
                list.iter().map(|g| if let Given::Text(t) = g { Some(t.as_str()) } else { None }).collect()
            }
            Given::Nothing => Some(Vec::new()),
            _ => None,
        }
    }
}

/// A value of a type made of numbers; `None` if they are too few, or not finite.
pub(crate) fn of_numbers(ty: FieldType, numbers: &[f64]) -> Option<Value> {
    if numbers.iter().any(|n| !n.is_finite()) {
        return None;
    }
    let first = numbers.first().copied();
    let whole = |n: f64| (n.abs() <= f64::from(i32::MAX)).then_some(n as i32);
    match ty {
        FieldType::Bool => Some(Value::Bool(first? != 0.0)),
        FieldType::Int32 => Some(Value::Int(whole(first?)?)),
        FieldType::Int32s => Some(Value::Ints(numbers.iter().map(|n| whole(*n)).collect::<Option<_>>()?)),
        FieldType::Times => Some(Value::Times(numbers.to_vec())),
        FieldType::Float
        | FieldType::Time
        | FieldType::Vec2f
        | FieldType::Vec3f
        | FieldType::Rotation
        | FieldType::Color => {
            let mut all = [0.0; 4];
            let opaque = ty == FieldType::Color && numbers.len() == 3;
            if numbers.len() != ty.width() && !opaque {
                return None;
            }
            all.iter_mut().zip(numbers).for_each(|(to, from)| *to = *from);
            if let (true, [.., alpha]) = (opaque, &mut all) {
                *alpha = 1.0;
            }
            Some(Value::Numbers(if ty == FieldType::Color { all.map(|c| c.clamp(0.0, 1.0)) } else { all }))
        }
        FieldType::Floats | FieldType::Colors | FieldType::Rotations | FieldType::Vec2fs | FieldType::Vec3fs => {
            let floats: Vec<f32> = numbers.iter().map(|n| *n as f32).collect();
            (floats.len().is_multiple_of(ty.width().max(1)) && floats.iter().all(|f| f.is_finite()))
                .then_some(Value::Floats(floats))
        }
        FieldType::Node | FieldType::Nodes | FieldType::String | FieldType::Strings => None,
    }
}

impl Run {
    /// A given value as one of a type.
    pub(crate) fn of_type(&self, ty: FieldType, given: &Given) -> Option<Value> {
        of_type(ty, given, &|name| self.node_at(name))
    }
}

/// A given value as one of a type; nodes may be given by their names.
pub(crate) fn of_type(ty: FieldType, given: &Given, named: &dyn Fn(&str) -> Option<NodeId>) -> Option<Value> {
    match (ty, given) {
        (FieldType::Node | FieldType::Nodes, _) => {
            let nodes = nodes(given, named)?;
            (ty == FieldType::Nodes || nodes.len() < 2).then_some(Value::Nodes(nodes))
        }
        (FieldType::String, Given::Text(text)) => Some(Value::Text(text.as_str().into())),
        // Of several addresses the field takes one.
        (FieldType::String, Given::List(list)) if list.is_empty() => None,
        (FieldType::Strings | FieldType::String, Given::Text(_) | Given::List(_)) => {
            Some(Value::Texts(given.texts()?.into_iter().map(Box::from).collect()))
        }
        // Colours are written with three numbers or four.
        (FieldType::Colors, Given::List(list)) if list.iter().all(|g| matches!(g, Given::List(_))) => {
            let mut all = Vec::new();
            for colour in list {
                let mut numbers = colour.numbers()?;
                if numbers.len() == 3 {
                    numbers.push(1.0);
                }
                all.extend(numbers);
            }
            of_numbers(ty, &all)
        }
        (_, Given::Text(text)) => read_value(ty, text),
        _ => of_numbers(ty, &given.numbers()?),
    }
}

fn nodes(given: &Given, named: &dyn Fn(&str) -> Option<NodeId>) -> Option<Vec<NodeId>> {
    match given {
        Given::Nothing => Some(Vec::new()),
        Given::Node(node) => Some(vec![*node]),
        Given::Text(name) => Some(vec![named(name)?]),
        Given::List(list) => {
            let all: Option<Vec<Vec<NodeId>>> = list.iter().map(|g| nodes(g, named)).collect();
            all.map(|all| all.concat())
        }
        _ => None,
    }
}
