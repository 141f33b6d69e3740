//! Compiles a crate of this repository to a WebAssembly core module, with a cargo of its own. The
//! build scripts of `host` and `tests` include this file, and so does the test that compiles the
//! engine twice.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

const TARGET: &str = "wasm32-unknown-unknown";

/// A crate to compile.
#[derive(Clone, Copy)]
pub(crate) struct Guest {
    /// Its folder, from the repository's root.
    pub(crate) folder: &'static str,
    /// The folder of its workspace, from the repository's root.
    pub(crate) workspace: &'static str,
    /// The name of its library.
    pub(crate) library: &'static str,
}

/// Where it is compiled.
pub(crate) struct Place {
    /// The repository.
    pub(crate) root: PathBuf,
    /// Where everything that is compiled goes: shared by all guests, so that a standard library that
    /// has to be compiled is compiled once.
    pub(crate) target_dir: PathBuf,
    /// Cargo's home.
    pub(crate) cargo_home: PathBuf,
}

/// How to compile for WebAssembly: what `guest/toolchain` said.
#[derive(Default)]
struct Route {
    environment: Vec<(String, String)>,
    arguments: Vec<String>,
    /// Folders whose paths must not appear in the component.
    hidden: Vec<PathBuf>,
}

impl Place {
    /// The place of a build script: beside what the outer build compiles.
    pub(crate) fn of_build_script() -> Result<Self, Box<dyn Error>> {
        // OUT_DIR is TARGET_DIR/PROFILE/build/PACKAGE/out.
        let out = PathBuf::from(env::var("OUT_DIR")?);
        let target_dir = out.ancestors().nth(4).ok_or("OUT_DIR has not the form that cargo gives it")?;
        Ok(Self {
            root: Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("..").canonicalize()?,
            target_dir: target_dir.to_owned(),
            cargo_home: cargo_home()?,
        })
    }
}

/// Where cargo keeps what it has downloaded.
pub(crate) fn cargo_home() -> Result<PathBuf, Box<dyn Error>> {
    match env::var_os("CARGO_HOME") {
        Some(home) => Ok(PathBuf::from(home)),
        None => Ok(env::home_dir().ok_or("no home directory")?.join(".cargo")),
    }
}

/// Tells the outer cargo when `guest` must be compiled again.
pub(crate) fn watch(guest: Guest, place: &Place) {
    let folder = place.root.join(guest.folder);
    let workspace = place.root.join(guest.workspace);
    for path in [
        folder.join("src"),
        folder.join("Cargo.toml"),
        workspace.join("Cargo.toml"),
        workspace.join("Cargo.lock"),
        place.root.join("guest/toolchain"),
        place.root.join("wit"),
    ] {
        println!("cargo:rerun-if-changed={}", path.display());
    }
    println!("cargo:rerun-if-env-changed=PLANMARK_WASM_ROUTE");
}

/// Compiles `guest`, and gives its module.
pub(crate) fn core_module(guest: Guest, place: &Place) -> Result<Vec<u8>, Box<dyn Error>> {
    let route = route(place)?;
    let target_dir = place.target_dir.join("guest");
    let status = clean_cargo()?
        .current_dir(place.root.join(guest.folder))
        .args(["build", "--lib", "--locked", "--quiet", "--profile", "component", "--target", TARGET])
        .arg("--target-dir")
        .arg(&target_dir)
        .args(&route.arguments)
        .env("CARGO_HOME", &place.cargo_home)
        .env("CARGO_ENCODED_RUSTFLAGS", flags(place, &route))
        .envs(route.environment.iter().map(|(name, value)| (name, value)))
        .status()
        .map_err(|error| format!("can't run cargo: {error}"))?;
    if !status.success() {
        return Err(format!("the crate in {}/ does not compile for {TARGET}", guest.folder).into());
    }
    let module = target_dir.join(TARGET).join("component").join(guest.library).with_extension("wasm");
    fs::read(&module).map_err(|error| format!("{}: {error}", module.display()).into())
}

/// Asks `guest/toolchain`, unless the compiler at hand has the target: then it takes no shell.
fn route(place: &Place) -> Result<Route, Box<dyn Error>> {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    if env::var("PLANMARK_WASM_ROUTE").is_ok_and(|route| route == "debian") {
        return ask_script(place);
    }
    let asked = Command::new(&rustc).args(["--print", "target-libdir", "--target", TARGET]).output()?;
    let folder = PathBuf::from(String::from_utf8(asked.stdout)?.trim());
    if !folder.is_dir() {
        return ask_script(place);
    }
    // FOLDER is SYSROOT/lib/rustlib/TARGET/lib.
    let rustlib = folder.ancestors().nth(2).ok_or("the compiler's library folder has an odd form")?;
    Ok(Route {
        environment: vec![("RUSTC".to_owned(), rustc)],
        arguments: Vec::new(),
        hidden: vec![rustlib.join("src/rust")],
    })
}

fn ask_script(place: &Place) -> Result<Route, Box<dyn Error>> {
    let script = place.root.join("guest/toolchain");
    let output = Command::new("bash")
        .arg(&script)
        .arg(place.target_dir.join("toolchain"))
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("can't run {}: {error}", script.display()))?;
    if !output.status.success() {
        return Err(format!("no compiler for {TARGET}: see above").into());
    }
    let mut route = Route::default();
    for line in String::from_utf8(output.stdout)?.lines() {
        match line.split_once(' ') {
            Some(("env", setting)) => {
                let (name, value) = setting.split_once('=').ok_or("guest/toolchain: env without =")?;
                route.environment.push((name.to_owned(), value.to_owned()));
            }
            Some(("arg", argument)) => route.arguments.push(argument.to_owned()),
            Some(("hide", folder)) => route.hidden.push(PathBuf::from(folder)),
            Some(("route", _)) => {}
            _ => return Err(format!("guest/toolchain: unknown line '{line}'").into()),
        }
    }
    Ok(route)
}

/// The flags of the compiler, in the form of `CARGO_ENCODED_RUSTFLAGS`. They take the place of any
/// flags of the user's own, which must not change the component.
fn flags(place: &Place, route: &Route) -> String {
    let mut flags = vec![
        "-Ctarget-feature=+simd128".to_owned(),
        // A small stack is cheap to clear for each fresh instance.
        "-Clink-arg=-zstack-size=131072".to_owned(),
        // 64 MiB, as the default of `Limits::memory_bytes`: not every runtime has a limit of its own.
        "-Clink-arg=--max-memory=67108864".to_owned(),
        hide(&place.cargo_home, "/cargo"),
        hide(&place.root, "/planmark"),
    ];
    // INVARIANT: of two prefixes that match, the compiler takes the one given last.
    flags.extend(route.hidden.iter().map(|folder| hide(folder, "/rust")));
    flags.join("\u{1f}")
}

fn hide(folder: &Path, name: &str) -> String {
    format!("--remap-path-prefix={}={name}", folder.display())
}

/// The outer build's cargo, without what the outer build or its user has set: flags, wrappers
/// (clippy is one), profiles, and what cargo tells a build script.
fn clean_cargo() -> Result<Command, Box<dyn Error>> {
    let mut cargo = Command::new(env::var("CARGO")?);
    for (name, _) in env::vars_os() {
        let Some(text) = name.to_str() else { continue };
        let foreign = ["CARGO", "RUSTC", "RUSTFLAGS", "CLIPPY"].iter().any(|start| text.starts_with(start));
        let network = text.starts_with("CARGO_NET_") || text.starts_with("CARGO_HTTP_");
        if foreign && !network {
            cargo.env_remove(&name);
        }
    }
    Ok(cargo)
}
