use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plyground_catalog::Catalog;
use plyground_core::Options;
use plyground_data::Claim;
use plyground_lab::Progress;
use plyground_lab::experiment::{
    self, Case, Config, PRESETS, Plan, Row, RunLimits, RunStore, TraceFile, TraceHead, TraceLength,
    plots, preset,
};
use plyground_lab::frame::{Format, Frame};
use plyground_lab::solver::Solver;

use crate::crew::CrewArgs;
use crate::failure::{Done, Failure};
use crate::input::{self, Choice};
use crate::numbers::grouped;
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
    A program of your own takes part as --with 'exec:./my-solver --fast {file}': the level comes on its standard input, or as\n\
    the file {file}; the moves are read from its standard output, or from the file {out}, and replayed. {time} is its time in\n\
    seconds. Flags say more than a TOML file does, and a file more than a preset.\n\
    What is finished is kept in the folder: run the same command again to go on where it stopped.")]
pub struct Args {
    /// The world, or a TOML file that describes the experiment
    world: Option<String>,
    /// Files of levels; the shipped packs where none is given
    files: Vec<PathBuf>,
    /// Which levels of each file: N, A-B or all [default: all]
    #[arg(long)]
    level: Option<Choice>,
    /// The methods, separated by commas; exec:CMD is another program
    #[arg(long = "with", value_name = "SPEC,…")]
    methods: Option<String>,
    /// Heuristics to cross the methods with, separated by commas
    #[arg(long, value_name = "H,…", value_delimiter = ',')]
    heuristics: Vec<String>,
    /// Seeds to cross the methods with, separated by commas
    #[arg(long, value_name = "S,…", value_delimiter = ',')]
    seeds: Vec<u64>,
    /// How often each run is made; two or more show whether times can be compared [default: 1]
    #[arg(long, value_name = "N")]
    repeats: Option<u32>,
    /// A ready-made study on the shipped levels
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// What the experiment is called in the data
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Runs at the same time; all cores where none is given, 1 for clean timings
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// The folder for runs, tables, plots and the report [default: plyground-compare]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Formats of the data files: csv, jsonl, parquet [default: csv,jsonl]
    #[arg(long, value_name = "F,…", value_delimiter = ',')]
    format: Vec<Format>,
    /// Results that other programs gave, as CSV with the columns of ours: level and method at least
    #[arg(long, value_name = "FILE")]
    import: Vec<PathBuf>,
    /// Record what each search does, up to so many events, into the folder; the page's Watch screen
    /// replays these files
    #[arg(long, value_name = "EVENTS", num_args = 0..=1, default_missing_value = "20000")]
    trace: Option<usize>,
    #[command(flatten)]
    crew: CrewArgs,
    #[command(flatten)]
    puzzle: args::PuzzleArgs,
    #[command(flatten)]
    limits: args::LimitArgs,
    /// Leave levels out that are broken, and name them
    #[arg(long)]
    skip_bad: bool,
    /// Print JSON, one object a run
    #[arg(long)]
    json: bool,
}

/// An experiment and where it goes.
struct Wanted {
    plan: Plan,
    out: PathBuf,
    jobs: usize,
    trace: Option<usize>,
    formats: Vec<Format>,
    /// Results that other programs gave.
    foreign: Vec<Row>,
}

/// Runs the experiment and writes what it gives.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    plyground_lab::engine::adopt_orphans();
    let (json, crew) = (args.json, args.crew.clone());
    let wanted = wanted(catalog, args)?;
    let plan = &wanted.plan;
    let _claim = Claim::take(&wanted.out, "another plyground compare")?;
    if let Some(remark) = RunStore::mend(&wanted.out)? {
        output::remark(&remark);
    }
    let store = RunStore::open(&wanted.out)?;
    let cancel = interrupt::cancel();
    let mut live = Live::at_once();
    let mut kept = 0;
    let mut all = 0;
    let mut crew = crew.crew(&wanted.out, wanted.jobs)?;
    let told = &mut |progress: &Progress, solved: usize| {
        (kept, all) = (progress.kept, progress.total);
        live.show(&format!("{} · {solved} solved", progress::words(progress, "runs")));
    };
    let mut rows = experiment::run_with(plan, &store, &mut crew, &cancel, told)?;
    live.clear();
    let done = rows.len();
    crew.remark(all - done);
    rows.extend(wanted.foreign.iter().cloned());
    write_results(&wanted, &rows)?;
    let traced = match wanted.trace {
        Some(events) => write_traces(&wanted, events)?,
        None => true,
    };
    if json {
        for row in &rows {
            output::json(row)?;
        }
    } else {
        print(&rows)?;
    }
    let fresh = done - kept.min(done);
    eprintln!(
        "{done} of {all} runs are done; {}. {}",
        match fresh {
            0 => "nothing new had to be run".to_owned(),
            1 => "1 was run now".to_owned(),
            _ => format!("{fresh} were run now"),
        },
        wanted.out.join("report.html").display()
    );
    Ok((done == all && traced).into())
}

/// The matrix, the levels where they are few, and what follows from them.
fn print(rows: &[Row]) -> Result<(), Failure> {
    const MOST_LEVELS: usize = 60;
    let aligned = |(head, body): experiment::Table, words: usize| {
        let mut lines = vec![head.iter().map(|&word| word.to_owned()).collect::<Vec<_>>()];
        lines.extend(body);
        let mut align = vec![Align::Left; words];
        align.resize(head.len(), Align::Right);
        output::line(table(&align, &lines))
    };
    aligned(experiment::matrix_table(rows), 2)?;
    let levels = experiment::table(rows);
    if levels.1.len() <= MOST_LEVELS {
        aligned(levels, 3)?;
    }
    for sentence in experiment::summary(rows) {
        output::line(sentence)?;
    }
    Ok(())
}

fn write_results(wanted: &Wanted, rows: &[Row]) -> Result<(), Failure> {
    let data: [(&str, Frame); 4] = [
        ("runs", experiment::runs(rows)),
        ("solved", experiment::solved_set(rows)),
        ("cactus", experiment::cactus(rows)),
        ("comparisons", experiment::comparisons(rows)),
    ];
    for format in &wanted.formats {
        for (name, frame) in &data {
            let path = wanted.out.join(format!("{name}.{}", format.word()));
            let bytes = format.write(frame).map_err(|error| Failure::input(error.to_string()))?;
            output::file(&path, &bytes)?;
        }
    }
    for plot in plots(rows) {
        output::file(&wanted.out.join(format!("{}.svg", plot.name)), plot.svg.as_bytes())?;
    }
    let report = experiment::report(&wanted.plan, rows);
    output::file(&wanted.out.join("report.html"), report.as_bytes())
}

/// Runs each search once more with a recorder; files are named by the level's place in the experiment. Whether all are
/// there: somebody may have asked to stop.
fn write_traces(wanted: &Wanted, events: usize) -> Result<bool, Failure> {
    let (folder, stop) = (wanted.out.join("traces"), interrupt::cancel());
    std::fs::create_dir_all(&folder).map_err(|error| Failure::file(folder.display(), &error))?;
    for (index, case) in wanted.plan.cases.iter().enumerate() {
        for method in wanted.plan.methods.iter().filter_map(Solver::spec) {
            if stop.is_cancelled() {
                return Ok(false);
            }
            if wanted.plan.world.default_method().name == method.name {
                continue;
            }
            let mut limits = plyground_core::Limits::time(wanted.plan.limits.time);
            limits.states = wanted.plan.limits.states;
            limits.memory = Some(wanted.plan.limits.memory);
            let name: String = format!("{}-{method}", index + 1)
                .chars()
                .map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' })
                .collect();
            let path = folder.join(format!("{name}.jsonl"));
            let cannot = |error: std::io::Error| Failure::file(path.display(), &error);
            // A trace takes no more of the disk than the search may take of the memory.
            let most = (events, wanted.plan.limits.memory);
            let mut trace = TraceFile::create(&path, most, limits.cancel.clone(), stop.clone())
                .map_err(cannot)?;
            let solved = case.level.solve(method, &wanted.plan.options, &limits, &mut trace)?;
            let (count, cut) = trace.extent();
            if cut {
                let count = grouped(count as u64);
                output::remark(&format!("{} is full after {count} events", path.display()));
            }
            let tree = experiment::tree_svg(&trace.first).filter(|_| count == trace.first.len());
            let head = TraceHead::new(&case.level, &wanted.plan.options, solved, cut)?;
            trace.finish(&head).map_err(cannot)?;
            if let Some(tree) = tree {
                output::file(&folder.join(format!("{name}.svg")), tree.as_bytes())?;
            }
        }
    }
    Ok(!stop.is_cancelled())
}

/// What flags, file or preset ask for.
fn wanted(catalog: &Catalog, mut args: Args) -> Result<Wanted, Failure> {
    let named = match (&args.preset, &args.world) {
        (Some(name), _) => preset(name)?.config(),
        (None, Some(first)) if is_toml(first) => {
            let path = PathBuf::from(args.world.take().unwrap_or_default());
            Config::parse(&path.to_string_lossy(), &input::read_text(&path)?)?
        }
        _ => Config::default(),
    };
    let flags = args.into_config();
    flags.check()?;
    let asked = flags.or(named);
    let Some(world) = &asked.world else {
        let presets: Vec<String> = PRESETS
            .iter()
            .map(|preset| format!("  --preset {}: {}", preset.id, preset.summary))
            .collect();
        return Err(Failure::input(format!(
            "name a world and methods, a TOML file or a preset:\n{}",
            presets.join("\n")
        )));
    };
    let world = catalog.puzzle_world(world)?;
    let mut plan = Plan::new(world, Vec::new(), Vec::new());
    plan.cases = cases(&plan, &asked)?;
    let methods = Solver::parse_list(&asked.with.join(","))?;
    plan.methods = experiment::cross(&*plan.world, &methods, &asked.heuristics, &asked.seeds);
    plan.options = options(&asked);
    plan.repeats = asked.repeats.unwrap_or(1);
    plan.limits = limits(&asked)?;
    plan.title = asked.name;
    plan.check()?;
    let formats = match asked.format.as_slice() {
        [] => vec![Format::Csv, Format::JsonLines],
        words => words.iter().map(|word| word.parse()).collect::<Result<_, _>>()?,
    };
    let mut foreign = Vec::new();
    for file in &asked.import {
        let text = input::read_text(Path::new(file))?;
        foreign.extend(experiment::import(&plan, file, &text)?);
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Wanted {
        plan,
        out: asked.out.map_or_else(|| PathBuf::from("plyground-compare"), PathBuf::from),
        jobs: asked.jobs.unwrap_or(cores).max(1),
        trace: asked.trace.and_then(TraceLength::events),
        formats,
        foreign,
    })
}

fn is_toml(word: &str) -> bool {
    Path::new(word).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
}

impl Args {
    /// What the flags say, as a file would.
    fn into_config(self) -> Config {
        let names = |paths: Vec<PathBuf>| {
            paths.iter().map(|path| path.to_string_lossy().into_owned()).collect()
        };
        let set: BTreeMap<_, _> = args::options(&self.puzzle.settings)
            .iter()
            .map(|(name, value)| (name.to_owned(), experiment::Setting::Word(value.to_owned())))
            .collect();
        Config {
            name: self.name,
            world: self.world,
            files: names(self.files),
            level: self.level.map(|choice| choice.to_string()),
            with: self.methods.into_iter().collect(),
            heuristics: self.heuristics,
            seeds: self.seeds,
            repeats: self.repeats,
            metric: self.puzzle.metric,
            pull: self.puzzle.pull.then_some(true),
            skip_bad: self.skip_bad.then_some(true),
            set,
            time: self.limits.time.map(|time| time.as_secs_f64()),
            states: self.limits.states,
            memory: self.limits.memory,
            threads: self.limits.threads,
            jobs: self.jobs,
            trace: self.trace.map(TraceLength::Events),
            import: names(self.import),
            format: self.format.iter().map(|format| format.word().to_owned()).collect(),
            out: self.out.map(|out| out.to_string_lossy().into_owned()),
        }
    }
}

fn cases(plan: &Plan, asked: &Config) -> Result<Vec<Case>, Failure> {
    let choice = match &asked.level {
        Some(text) => text.parse().map_err(Failure::input)?,
        None => Choice::All,
    };
    let files: Vec<Option<&Path>> = match asked.files.as_slice() {
        [] => vec![None],
        files => files.iter().map(|file| Some(Path::new(file))).collect(),
    };
    let skip_bad = asked.skip_bad.unwrap_or_default();
    let mut cases = Vec::new();
    for file in files {
        for numbered in input::chosen_levels(&*plan.world, file, choice, skip_bad)? {
            let title = numbered.title();
            let input::Numbered { file, number, level, .. } = numbered;
            cases.push(Case { file: file.to_string(), number, title, level });
        }
    }
    Ok(cases)
}

fn options(asked: &Config) -> Options {
    let mut options = Options::new();
    for (name, value) in &asked.set {
        options.set(&name.to_lowercase(), value);
    }
    if let Some(metric) = &asked.metric {
        options.set("metric", metric.to_lowercase());
    }
    if let Some(pull) = asked.pull {
        options.set("pull", pull);
    }
    options
}

fn limits(asked: &Config) -> Result<RunLimits, Failure> {
    let usual = RunLimits::default();
    let time = asked.time.map(Duration::try_from_secs_f64).transpose().map_err(|error| {
        Failure::input(format!("time = {}: {error}", asked.time.unwrap_or_default()))
    })?;
    Ok(RunLimits {
        time: time.unwrap_or(usual.time),
        states: asked.states,
        memory: asked.memory.map_or(usual.memory, |mb| mb.saturating_mul(1_000_000)),
        threads: asked.threads.map(|threads| usize::from(threads.max(1))),
    })
}
