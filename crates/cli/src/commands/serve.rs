use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process::Command;

use plyground_web::Config;

use crate::failure::{Done, Failure};
use crate::output;
use plyground_catalog::Catalog;

/// Start the app in the browser
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: plyground serve --port 8080 --open")]
pub struct Args {
    /// The address to listen on; any other than this machine's own needs a token
    #[arg(long, value_name = "H", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// The port; where it is taken, the next free one
    #[arg(long, value_name = "P", default_value_t = PORT)]
    port: u16,
    /// Open the browser
    #[arg(long)]
    open: bool,
    /// The folder for progress, saved games and own levels
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// What clients must know; made up for addresses beyond this machine
    #[arg(long, value_name = "TEXT", value_parser = token)]
    token: Option<String>,
    /// Read the page's files from a folder, in place of those in the binary
    #[arg(long, value_name = "DIR", hide = true)]
    assets: Option<PathBuf>,
}

const PORT: u16 = 8377;

impl Default for Args {
    fn default() -> Self {
        Self {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: PORT,
            open: false,
            data: None,
            token: None,
            assets: None,
        }
    }
}

fn token(text: &str) -> Result<String, String> {
    if text.len() >= 8 && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        Ok(text.to_owned())
    } else {
        Err("a token has eight letters or digits at least, and nothing else".to_owned())
    }
}

/// Serves until it is told to end.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let config = Config {
        host: args.host,
        port: args.port,
        data: args.data.unwrap_or_else(plyground_data::default_folder),
        token: args.token,
        catalog: catalog.clone(),
        assets: args.assets,
    };
    let served = plyground_web::serve(config, |address, notes| {
        for note in notes {
            eprintln!("{note}");
        }
        let _ = output::line(format!("Plyground is at {address}"));
        eprintln!("Ctrl-C ends it. `plyground --help` lists what the command line can do.");
        if args.open {
            open(address);
        }
    });
    served.map_err(|error| Failure::input(error.to_string()))?;
    Ok(Done::Yes)
}

/// Opens the browser, as well as the system can.
fn open(address: &str) {
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(target_os = "windows") {
        ("cmd", &["/C", "start"])
    } else {
        ("xdg-open", &[])
    };
    if Command::new(program).args(first).arg(address).spawn().is_err() {
        eprintln!("{program} is not there: open the address by hand");
    }
}
