use super::*;
#[test]
fn tmp() {
    let v: serde_json::Value = serde_json::from_str(include_str!("/work/shared/vectors/parse.json")).unwrap();
    for c in v["cases"].as_array().unwrap() {
        let o = parse(c["body"].as_str().unwrap());
        let got: Vec<_> = o.tasks.iter().map(|t| serde_json::json!({"id":t.id,"title":t.title})).collect();
        if serde_json::Value::Array(got.clone()) != c["expect"]["tasks"] {
            println!("FAIL {} {:?}", c["name"], got);
        }
        for n in &o.notes {
            println!("   {} -> {:?} {} {}", c["name"], n.kind, n.line, n.message);
        }
    }
    for l in include_str!("/work/shared/cases.jsonl").lines() {
        let c: serde_json::Value = serde_json::from_str(l).unwrap();
        if c["kind"] != "parse" {
            continue;
        }
        let Some(p) = c["reduced_input"]["plan"].as_str() else { continue };
        let o = parse(p);
        let titles: Vec<_> = o.tasks.iter().map(|t| serde_json::json!(t.title)).collect();
        let bad = c["expect"].get("titles").is_some_and(|t| *t != serde_json::Value::Array(titles.clone()));
        println!(
            "{} {} {:?} want {}",
            if bad { "FAIL" } else { "ok" },
            c["id"],
            serde_json::to_string(&o).unwrap(),
            c["expect"]
        );
    }
}
