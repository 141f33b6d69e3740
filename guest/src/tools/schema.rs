//! JSON Schema 2020-12, from a definition.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::offer::Offered;
use super::table::{self, Argument, Field, Kind, Need, Shape};

/// The schema of a tool's arguments.
pub(super) fn of_arguments(arguments: &[Argument], offered: &Offered<'_>) -> String {
    let properties: Vec<_> = arguments
        .iter()
        .map(|argument| (argument.name, Schema::Argument(argument.kind, table::said(argument.text, offered))))
        .collect();
    let required: Vec<_> = arguments
        .iter()
        .filter(|argument| argument.need != Need::Optional)
        .map(|argument| argument.name)
        .collect();
    text(&Schema::Object { properties, required })
}

/// The schema of a tool's answer.
pub(super) fn of_answer(fields: &'static [Field]) -> String {
    text(&Schema::of_fields(fields))
}

fn text(schema: &Schema) -> String {
    // INVARIANT: a schema has string keys and nothing that can't be written.
    serde_json::to_string(schema).unwrap_or_default()
}

/// A schema, in the order in which it is written.
enum Schema {
    /// A value of an argument, and what it means.
    Argument(Kind, String),
    /// A value of a type.
    Type(&'static str),
    /// A list.
    List(Box<Self>),
    /// An object of these fields and no other.
    Object { properties: Vec<(&'static str, Self)>, required: Vec<&'static str> },
}

impl Schema {
    fn of_fields(fields: &'static [Field]) -> Self {
        let properties = fields.iter().map(|field| (field.name, Self::of_shape(&field.shape))).collect();
        let required = fields.iter().filter(|field| field.always).map(|field| field.name).collect();
        Self::Object { properties, required }
    }

    fn of_shape(shape: &'static Shape) -> Self {
        match shape {
            Shape::Text => Self::Type("string"),
            Shape::Number => Self::Type("integer"),
            Shape::Flag => Self::Type("boolean"),
            Shape::Texts => Self::List(Box::new(Self::Type("string"))),
            Shape::Object(fields) => Self::of_fields(fields),
            Shape::Objects(fields) => Self::List(Box::new(Self::of_fields(fields))),
        }
    }
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Self::Argument(kind, description) => {
                let name = match kind {
                    Kind::Text => "string",
                    Kind::Number => "integer",
                    Kind::Flag => "boolean",
                };
                map.serialize_entry("type", name)?;
                if *kind == Kind::Number {
                    map.serialize_entry("minimum", &0)?;
                }
                map.serialize_entry("description", description)?;
            }
            Self::Type(name) => map.serialize_entry("type", name)?,
            Self::List(items) => {
                map.serialize_entry("type", "array")?;
                map.serialize_entry("items", items)?;
            }
            Self::Object { properties, required } => {
                map.serialize_entry("type", "object")?;
                map.serialize_entry("properties", &Properties(properties))?;
                if !required.is_empty() {
                    map.serialize_entry("required", required)?;
                }
                map.serialize_entry("additionalProperties", &false)?;
            }
        }
        map.end()
    }
}

struct Properties<'a>(&'a [(&'static str, Schema)]);

impl Serialize for Properties<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, schema)| (name, schema)))
    }
}
