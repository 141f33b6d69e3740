//! Compiles a crate of this repository to a WebAssembly core module, with a cargo of its own. The
//! build scripts of `host` and `tests` include this file.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

const TARGET: &str = "wasm32-unknown-unknown";

/// A crate to compile.
#[derive(Clone, Copy)]
pub struct Guest {
    /// Its folder, from the repository's root.
    pub folder: &'static str,
    /// The folder of its workspace, from the repository's root.
    pub workspace: &'static str,
    /// The name of its library.
    pub library: &'static str,
}

/// How to compile for WebAssembly: what `guest/toolchain` said.
#[derive(Default)]
struct Route {
    environment: Vec<(String, String)>,
    arguments: Vec<String>,
    /// Folders whose paths must not appear in the component.
    hidden: Vec<PathBuf>,
}

/// Compiles `guest`, and gives its module.
pub fn core_module(guest: Guest) -> Result<Vec<u8>, Box<dyn Error>> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("..").canonicalize()?;
    watch(&root, guest);
    let route = route(&root)?;
    let target_dir = shared_target_dir()?.join("guest");
    let mut cargo = clean_cargo()?;
    cargo
        .current_dir(root.join(guest.folder))
        .args(["build", "--lib", "--locked", "--quiet", "--profile", "component", "--target", TARGET])
        .arg("--target-dir")
        .arg(&target_dir)
        .args(&route.arguments)
        .envs(route.environment.iter().map(|(name, value)| (name, value)))
        .env("CARGO_ENCODED_RUSTFLAGS", flags(&root, &route)?);
    let status = cargo.status().map_err(|error| format!("can't run cargo: {error}"))?;
    if !status.success() {
        return Err(format!("the crate in {}/ does not compile for {TARGET}", guest.folder).into());
    }
    let module = target_dir.join(TARGET).join("component").join(guest.library).with_extension("wasm");
    fs::read(&module).map_err(|error| format!("{}: {error}", module.display()).into())
}

/// Tells cargo when the module must be compiled again.
fn watch(root: &Path, guest: Guest) {
    let folder = root.join(guest.folder);
    let workspace = root.join(guest.workspace);
    for path in [
        folder.join("src"),
        folder.join("Cargo.toml"),
        workspace.join("Cargo.toml"),
        workspace.join("Cargo.lock"),
        root.join("guest/toolchain"),
        root.join("wit"),
    ] {
        println!("cargo:rerun-if-changed={}", path.display());
    }
    println!("cargo:rerun-if-env-changed=PLANMARK_WASM_ROUTE");
}

/// Asks `guest/toolchain`, unless the compiler at hand has the target: then it takes no shell.
fn route(root: &Path) -> Result<Route, Box<dyn Error>> {
    let rustc = env::var("RUSTC")?;
    if env::var("PLANMARK_WASM_ROUTE").is_ok_and(|route| route == "debian") {
        return ask_script(root);
    }
    let asked = Command::new(&rustc).args(["--print", "target-libdir", "--target", TARGET]).output()?;
    let folder = PathBuf::from(String::from_utf8(asked.stdout)?.trim());
    if !folder.is_dir() {
        return ask_script(root);
    }
    // FOLDER is SYSROOT/lib/rustlib/TARGET/lib.
    let rustlib = folder.ancestors().nth(2).ok_or("the compiler's library folder has an odd form")?;
    Ok(Route {
        environment: vec![("RUSTC".to_owned(), rustc)],
        arguments: Vec::new(),
        hidden: vec![rustlib.join("src/rust")],
    })
}

fn ask_script(root: &Path) -> Result<Route, Box<dyn Error>> {
    let script = root.join("guest/toolchain");
    let output = Command::new("bash")
        .arg(&script)
        .arg(shared_target_dir()?.join("toolchain"))
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

/// The flags of the compiler, in the form of `CARGO_ENCODED_RUSTFLAGS`. A setting of the user's own
/// must not change the component.
fn flags(root: &Path, route: &Route) -> Result<String, Box<dyn Error>> {
    let mut flags = vec![
        "-Ctarget-feature=+simd128".to_owned(),
        // A small stack is cheap to clear for each fresh instance.
        "-Clink-arg=-zstack-size=131072".to_owned(),
    ];
    // INVARIANT: of two prefixes that match, the compiler takes the one given last.
    flags.push(hide(&cargo_home()?, "/cargo"));
    flags.push(hide(root, "/planmark"));
    for folder in &route.hidden {
        flags.push(hide(folder, "/rust"));
    }
    Ok(flags.join("\u{1f}"))
}

fn hide(folder: &Path, name: &str) -> String {
    format!("--remap-path-prefix={}={name}", folder.display())
}

fn cargo_home() -> Result<PathBuf, Box<dyn Error>> {
    match env::var_os("CARGO_HOME") {
        Some(home) => Ok(PathBuf::from(home)),
        None => Ok(env::home_dir().ok_or("no home directory")?.join(".cargo")),
    }
}

/// The outer build's cargo, without what the outer build has set for itself: its compiler flags,
/// its wrappers (clippy is one), its profile settings.
fn clean_cargo() -> Result<Command, Box<dyn Error>> {
    let mut cargo = Command::new(env::var("CARGO")?);
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy();
        let kept = matches!(&*name, "CARGO_HOME")
            || name.starts_with("CARGO_NET_")
            || name.starts_with("CARGO_HTTP_");
        let foreign = name.starts_with("CARGO")
            || name.starts_with("RUSTC")
            || name.starts_with("RUSTFLAGS")
            || name.starts_with("CLIPPY")
            || matches!(&*name, "TARGET" | "HOST" | "OPT_LEVEL" | "DEBUG" | "PROFILE" | "NUM_JOBS");
        if foreign && !kept {
            cargo.env_remove(&*name);
        }
    }
    Ok(cargo)
}

/// The target folder of the outer build, where every guest is compiled: the standard library is
/// then compiled once, and kept when this build script changes.
fn shared_target_dir() -> Result<PathBuf, Box<dyn Error>> {
    // OUT_DIR is TARGET_DIR/PROFILE/build/PACKAGE/out.
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let target_dir = out.ancestors().nth(4).ok_or("OUT_DIR has not the form that cargo gives it")?;
    Ok(target_dir.to_owned())
}
