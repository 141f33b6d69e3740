//! Task plan documents: one text per task, and every text it ever was.
//!
//! [`write`] and [`read`] are the pipelines: they fetch, call pure functions, and commit. Requests
//! and answers stand in [`request`] and [`answer`]; what is stored, and how, in [`splice`] and
//! [`record`].

pub mod answer;
pub mod request;
