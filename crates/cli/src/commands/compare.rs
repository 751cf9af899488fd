use std::path::{Path, PathBuf};
use std::time::Duration;

use plyground_catalog::Catalog;
use plyground_core::{Options, Spec};
use plyground_lab::experiment::{
    self, Case, Config, PRESETS, Plan, Row, RunLimits, RunStore, Trace, plots, preset,
};

use crate::failure::{Done, Failure};
use crate::input::{self, Choice};
use crate::output;
use crate::progress::{self, Live};
use crate::table::{Align, table};
use crate::{args, interrupt};

/// Compare methods and heuristics on levels
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    plyground compare {puzzle} my-levels.txt --with 'beam(width=450),lrtastar' --heuristics {heuristics} --out results\n  \
    plyground compare --preset {preset} --out study\n  \
    plyground compare lab.toml\n\n\
    What is finished is kept in the folder: run the same command again to go on where it stopped.")]
pub struct Args {
    /// The world, or a TOML file that describes the experiment
    world: Option<String>,
    /// Files of levels; the shipped packs where none is given
    files: Vec<PathBuf>,
    /// Which levels of each file: N, A-B or all
    #[arg(long, default_value = "all")]
    level: Choice,
    /// The methods, separated by commas
    #[arg(long = "with", value_name = "SPEC,…")]
    methods: Option<String>,
    /// Heuristics to cross the methods with, separated by commas
    #[arg(long, value_name = "H,…", value_delimiter = ',')]
    heuristics: Vec<String>,
    /// Seeds to cross the methods with, separated by commas
    #[arg(long, value_name = "S,…", value_delimiter = ',')]
    seeds: Vec<u64>,
    /// How often each run is made
    #[arg(long, value_name = "N", default_value_t = 1)]
    repeats: u32,
    /// A ready-made study on the shipped levels
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// Runs at the same time; all cores where none is given, 1 for clean timings
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// The folder for runs, tables, plots and the report
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Record what each search does, up to so many events, into the folder; the page's Watch screen
    /// replays these files
    #[arg(long, value_name = "EVENTS", num_args = 0..=1, default_missing_value = "20000")]
    trace: Option<usize>,
    #[command(flatten)]
    puzzle: args::PuzzleArgs,
    #[command(flatten)]
    limits: args::LimitArgs,
    /// Print JSON, one object a run
    #[arg(long)]
    json: bool,
}

/// An experiment and where it goes.
struct Wanted {
    plan: Plan,
    out: PathBuf,
    jobs: usize,
}

/// Runs the experiment and writes what it gives.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let wanted = wanted(catalog, &args)?;
    let plan = &wanted.plan;
    plan.check()?;
    let store = RunStore::open(&wanted.out)?;
    let cancel = interrupt::cancel();
    let mut live = Live::at_once();
    let mut kept = 0;
    let rows = experiment::run(plan, &store, wanted.jobs, &cancel, &mut |progress, solved| {
        kept = progress.kept;
        live.show(&format!("{} · {solved} solved", progress::words(progress, "runs")));
    })?;
    live.clear();
    let all = plan.cells()?.len();
    write_results(&wanted, &rows)?;
    if let Some(events) = args.trace {
        write_traces(&wanted, events)?;
    }
    if args.json {
        for row in &rows {
            output::json(row)?;
        }
    } else {
        print(&rows)?;
    }
    let fresh = rows.len() - kept.min(rows.len());
    eprintln!(
        "{} of {all} runs are done; {}. {}",
        rows.len(),
        if fresh == 0 {
            "nothing new had to be run".to_owned()
        } else {
            format!("{fresh} were run now")
        },
        wanted.out.join("report.html").display()
    );
    Ok((rows.len() == all).into())
}

fn print(rows: &[Row]) -> Result<(), Failure> {
    let (head, body) = experiment::table(rows);
    let mut lines = vec![head.iter().map(|&word| word.to_owned()).collect::<Vec<_>>()];
    lines.extend(body);
    let mut align = vec![Align::Left; 3];
    align.resize(head.len(), Align::Right);
    output::text(&table(&align, &lines))?;
    output::line("")?;
    for sentence in experiment::summary(rows) {
        output::line(sentence)?;
    }
    Ok(())
}

fn write_results(wanted: &Wanted, rows: &[Row]) -> Result<(), Failure> {
    output::file(&wanted.out.join("runs.csv"), experiment::csv(rows).as_bytes())?;
    output::file(&wanted.out.join("runs.jsonl"), experiment::json_lines(rows).as_bytes())?;
    for plot in plots(rows) {
        output::file(&wanted.out.join(format!("{}.svg", plot.name)), plot.svg.as_bytes())?;
    }
    let report = experiment::report(&wanted.plan, rows);
    output::file(&wanted.out.join("report.html"), report.as_bytes())
}

/// Runs each search once more with a recorder; files are named by the level's place in the experiment.
fn write_traces(wanted: &Wanted, events: usize) -> Result<(), Failure> {
    let folder = wanted.out.join("traces");
    std::fs::create_dir_all(&folder).map_err(|error| Failure::file(folder.display(), &error))?;
    for (index, case) in wanted.plan.cases.iter().enumerate() {
        for method in &wanted.plan.methods {
            if wanted.plan.world.default_method().name == method.name {
                continue;
            }
            let mut limits = plyground_core::Limits::time(wanted.plan.limits.time);
            limits.states = wanted.plan.limits.states;
            limits.memory = Some(wanted.plan.limits.memory);
            let mut trace = Trace::new(events, limits.cancel.clone());
            let solved = case.level.solve(method, &wanted.plan.options, &limits, &mut trace)?;
            let text = trace.json_lines(&trace.head(&case.level, &wanted.plan.options, solved)?);
            let name: String = format!("{}-{method}", index + 1)
                .chars()
                .map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' })
                .collect();
            output::file(&folder.join(format!("{name}.jsonl")), text.as_bytes())?;
            if let Some(tree) = experiment::tree_svg(&trace.events) {
                output::file(&folder.join(format!("{name}.svg")), tree.as_bytes())?;
            }
        }
    }
    Ok(())
}

fn wanted(catalog: &Catalog, args: &Args) -> Result<Wanted, Failure> {
    if let Some(name) = &args.preset {
        return from_preset(catalog, args, name);
    }
    let Some(first) = &args.world else {
        let presets: Vec<String> = PRESETS
            .iter()
            .map(|preset| format!("  --preset {}: {}", preset.id, preset.summary))
            .collect();
        return Err(Failure::input(format!(
            "name a world and methods, a TOML file or a preset:\n{}",
            presets.join("\n")
        )));
    };
    if Path::new(first).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml")) {
        return from_file(catalog, args, Path::new(first));
    }
    let methods = args.methods.as_deref().ok_or_else(|| {
        Failure::input(
            "which methods? name them with --with, such as --with bfs,'astar(h=manhattan)'",
        )
    })?;
    let methods = Spec::parse_list(methods)?;
    plan(
        catalog,
        args,
        first,
        &args.files,
        args.level,
        &methods,
        &args.heuristics,
        &args.seeds,
        limits(args),
    )
}

fn limits(args: &Args) -> RunLimits {
    let usual = RunLimits::default();
    RunLimits {
        time: args.limits.time.unwrap_or(usual.time),
        states: args.limits.states,
        memory: args.limits.memory.map_or(usual.memory, |mb| mb * 1_000_000),
    }
}

#[allow(clippy::too_many_arguments, reason = "the parts of an experiment, from three sources")]
fn plan(
    catalog: &Catalog,
    args: &Args,
    world: &str,
    files: &[PathBuf],
    choice: Choice,
    methods: &[Spec],
    heuristics: &[String],
    seeds: &[u64],
    limits: RunLimits,
) -> Result<Wanted, Failure> {
    let world = catalog.puzzle_world(world)?;
    let mut cases = Vec::new();
    let mut add = |file: Option<&Path>| -> Result<(), Failure> {
        for numbered in input::choose(input::levels(&*world, file)?, choice)? {
            let title = numbered.title();
            cases.push(Case {
                file: numbered.file,
                number: numbered.number,
                title,
                level: numbered.level,
            });
        }
        Ok(())
    };
    if files.is_empty() {
        add(None)?;
    }
    for file in files {
        add(Some(file))?;
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Wanted {
        plan: Plan {
            methods: experiment::cross(&*world, methods, heuristics, seeds),
            world,
            cases,
            options: args.puzzle.options(),
            repeats: args.repeats,
            limits,
        },
        out: args.out.clone().unwrap_or_else(|| PathBuf::from("plyground-compare")),
        jobs: args.jobs.unwrap_or(cores).max(1),
    })
}

fn from_preset(catalog: &Catalog, args: &Args, name: &str) -> Result<Wanted, Failure> {
    let preset = preset(name)?;
    let mut limits = limits(args);
    limits.time = args.limits.time.unwrap_or(Duration::from_secs(preset.seconds));
    let choice = match args.level {
        Choice::All => Choice::Range(1, preset.levels),
        chosen @ Choice::Range(..) => chosen,
    };
    plan(
        catalog,
        args,
        preset.world,
        &args.files,
        choice,
        &preset.specs(catalog)?,
        &[],
        &[],
        limits,
    )
}

fn from_file(catalog: &Catalog, args: &Args, path: &Path) -> Result<Wanted, Failure> {
    let config = Config::parse(&path.to_string_lossy(), &input::read_text(path)?)?;
    let here = path.parent().unwrap_or(Path::new(""));
    let files: Vec<PathBuf> = config.files.iter().map(|file| here.join(file)).collect();
    let choice = match &config.level {
        Some(text) => text.parse().map_err(Failure::input)?,
        None => args.level,
    };
    let methods = Spec::parse_list(&config.with.join(","))?;
    let mut limits = limits(args);
    if let Some(time) = config.time {
        limits.time = Duration::try_from_secs_f64(time).map_err(|_| {
            Failure::input(format!("{}: time = {time} is not a time", path.display()))
        })?;
    }
    limits.states = config.states.or(limits.states);
    limits.memory = config.memory.map_or(limits.memory, |mb| mb * 1_000_000);
    let (heuristics, seeds) = (&config.heuristics, &config.seeds);
    let mut wanted =
        plan(catalog, args, &config.world, &files, choice, &methods, heuristics, seeds, limits)?;
    wanted.plan.repeats = config.repeats.unwrap_or(args.repeats);
    if let Some(metric) = config.metric {
        wanted.plan.options = Options::new().with("metric", metric);
    }
    if let (Some(out), None) = (config.out, &args.out) {
        wanted.out = here.join(out);
    }
    wanted.jobs = args.jobs.or(config.jobs).unwrap_or(wanted.jobs);
    Ok(wanted)
}
