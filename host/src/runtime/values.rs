//! Values of the component model in the JSON of a trace, and back (`docs/traces.md`).

use std::str::FromStr;

use serde_json::{Map, Value};
use wasmtime::component::{Type, Val};

/// What a function answered: `{"ok": …}` or `{"failure": …}`.
///
/// # Errors
///
/// As [`json`].
pub(crate) fn json_of_answer(answer: &Val) -> Result<Value, String> {
    let (name, value) = match answer {
        Val::Result(Ok(value)) => ("ok", json_of_option(value)?),
        Val::Result(Err(value)) => ("failure", json_of_option(value)?),
        plain => ("ok", json(plain)?),
    };
    Ok(object([(name, value)]))
}

/// The values, each in its JSON.
///
/// # Errors
///
/// As [`json`].
pub(crate) fn json_of_all(values: &[Val]) -> Result<Vec<Value>, String> {
    values.iter().map(json).collect()
}

/// The JSON of one value.
///
/// # Errors
///
/// A sentence for a value of a kind that the contract doesn't have.
fn json(value: &Val) -> Result<Value, String> {
    Ok(match value {
        Val::Bool(value) => (*value).into(),
        Val::S8(value) => (*value).into(),
        Val::U8(value) => (*value).into(),
        Val::S16(value) => (*value).into(),
        Val::U16(value) => (*value).into(),
        Val::S32(value) => (*value).into(),
        Val::U32(value) => (*value).into(),
        Val::S64(value) => value.to_string().into(),
        Val::U64(value) => value.to_string().into(),
        Val::String(text) | Val::Enum(text) => text.as_str().into(),
        Val::List(items) | Val::Tuple(items) => json_of_all(items)?.into(),
        Val::Option(value) => json_of_option(value)?,
        Val::Record(fields) => json_of_record(fields)?,
        Val::Variant(case, None) => object([("tag", case.as_str().into())]),
        Val::Variant(case, Some(value)) => object([("tag", case.as_str().into()), ("val", json(value)?)]),
        other => return Err(format!("a trace has no form for {other:?}")),
    })
}

fn json_of_option(value: &Option<Box<Val>>) -> Result<Value, String> {
    value.as_deref().map_or(Ok(Value::Null), json)
}

fn json_of_record(fields: &[(String, Val)]) -> Result<Value, String> {
    let present = fields.iter().filter(|(_, value)| !matches!(value, Val::Option(None)));
    present.map(|(name, value)| Ok((name.clone(), json(value)?))).collect()
}

fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    Value::Object(fields.map(|(name, value)| (name.to_owned(), value)).into_iter().collect())
}

/// What a function of this result type answered.
///
/// # Errors
///
/// A sentence that says what is wrong.
pub(crate) fn answer(json: &Value, ty: &Type) -> Result<Val, String> {
    let (name, value) = only_field(json).ok_or("an answer is an object of one field")?;
    match (name, ty) {
        ("ok", Type::Result(ty)) => Ok(Val::Result(Ok(part(value, ty.ok())?))),
        ("failure", Type::Result(ty)) => Ok(Val::Result(Err(part(value, ty.err())?))),
        ("ok", ty) => of(value, ty),
        _ => Err(format!("there is no answer \"{name}\"")),
    }
}

/// The values of these types.
///
/// # Errors
///
/// A sentence that says what is wrong.
pub(crate) fn all(json: &[Value], types: impl ExactSizeIterator<Item = Type>) -> Result<Vec<Val>, String> {
    if json.len() != types.len() {
        return Err(format!("there are {} values instead of {}", json.len(), types.len()));
    }
    json.iter().zip(types).map(|(value, ty)| of(value, &ty)).collect()
}

/// The value of a type.
fn of(json: &Value, ty: &Type) -> Result<Val, String> {
    let wrong = || format!("{} is not of its type", shortened(json));
    let text = || json.as_str().ok_or_else(wrong);
    let items = || json.as_array().ok_or_else(wrong);
    match ty {
        Type::Bool => json.as_bool().map(Val::Bool).ok_or_else(wrong),
        Type::S8 => number(json).map(Val::S8).ok_or_else(wrong),
        Type::U8 => number(json).map(Val::U8).ok_or_else(wrong),
        Type::S16 => number(json).map(Val::S16).ok_or_else(wrong),
        Type::U16 => number(json).map(Val::U16).ok_or_else(wrong),
        Type::S32 => number(json).map(Val::S32).ok_or_else(wrong),
        Type::U32 => number(json).map(Val::U32).ok_or_else(wrong),
        Type::S64 => digits(text()?).map(Val::S64).ok_or_else(wrong),
        Type::U64 => digits(text()?).map(Val::U64).ok_or_else(wrong),
        Type::String => Ok(Val::String(text()?.to_owned())),
        Type::Enum(ty) => {
            let name = text()?;
            ty.names().any(|one| one == name).then(|| Val::Enum(name.to_owned())).ok_or_else(wrong)
        }
        Type::List(ty) => {
            let ty = ty.ty();
            items()?.iter().map(|item| of(item, &ty)).collect::<Result<_, _>>().map(Val::List)
        }
        Type::Tuple(ty) => all(items()?, ty.types()).map(Val::Tuple),
        Type::Option(_) if json.is_null() => Ok(Val::Option(None)),
        Type::Option(ty) => Ok(Val::Option(Some(Box::new(of(json, &ty.ty())?)))),
        Type::Record(ty) => {
            let fields = ty.fields().map(|field| (field.name.to_owned(), field.ty));
            record(json.as_object().ok_or_else(wrong)?, fields)
        }
        Type::Variant(ty) => {
            let has_no_other =
                |fields: &&Map<String, Value>| fields.keys().all(|name| name == "tag" || name == "val");
            let fields = json.as_object().filter(has_no_other).ok_or_else(wrong)?;
            let name = fields.get("tag").and_then(Value::as_str).ok_or_else(wrong)?;
            let case = ty.cases().find(|case| case.name == name).ok_or_else(wrong)?;
            Ok(Val::Variant(name.to_owned(), part(fields.get("val").unwrap_or(&Value::Null), case.ty)?))
        }
        _ => Err("a trace has no form for this type".to_owned()),
    }
}

/// The value of a part that may hold nothing.
fn part(json: &Value, ty: Option<Type>) -> Result<Option<Box<Val>>, String> {
    match ty {
        Some(ty) => Ok(Some(Box::new(of(json, &ty)?))),
        None if json.is_null() => Ok(None),
        None => Err(format!("{} stands where nothing may stand", shortened(json))),
    }
}

fn record(json: &Map<String, Value>, fields: impl Iterator<Item = (String, Type)>) -> Result<Val, String> {
    let mut known = 0;
    let mut values = Vec::new();
    for (name, ty) in fields {
        let value = match (json.get(&name), &ty) {
            (Some(value), _) => {
                known += 1;
                of(value, &ty)?
            }
            (None, Type::Option(_)) => Val::Option(None),
            (None, _) => return Err(format!("the field \"{name}\" is missing")),
        };
        values.push((name, value));
    }
    if known < json.len() { Err("a field is not known".to_owned()) } else { Ok(Val::Record(values)) }
}

fn number<T: TryFrom<i64>>(json: &Value) -> Option<T> {
    json.as_i64().and_then(|number| T::try_from(number).ok())
}

/// A number in its one form: `007` and `+7` are none.
fn digits<T: FromStr + ToString>(text: &str) -> Option<T> {
    text.parse::<T>().ok().filter(|number| number.to_string() == text)
}

fn only_field(json: &Value) -> Option<(&str, &Value)> {
    let fields = json.as_object().filter(|fields| fields.len() == 1)?;
    fields.iter().next().map(|(name, value)| (name.as_str(), value))
}

/// The beginning of a value: enough to find it.
fn shortened(json: &Value) -> String {
    json.to_string().chars().take(60).collect()
}
