use std::collections::BTreeMap;

use plyground_catalog::Solved;
use plyground_core::text::{abridged, quoted};
use plyground_core::{Limits, Measures, ParseError, Stats, Status};

use super::row::Run;
use super::{Case, Plan, Row};
use crate::program::Reading;
use crate::solver::Solver;

/// Results that other programs gave, from comma-separated values whose columns have the names of ours. `level` (a number
/// or a title, `file` beside it where there are several) and `method` must be there; whatever else is known may be.
/// Solutions are replayed, and a wrong one is a failure; what has no solution is taken as reported.
pub fn import(plan: &Plan, file: &str, text: &str) -> Result<Vec<Row>, ParseError> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let problem = |line: usize, message: String| ParseError::new(line, 1, message).in_file(file);
    let head: Vec<String> = match reader.headers() {
        Ok(head) => head.iter().map(|name| name.trim().to_lowercase()).collect(),
        Err(error) => return Err(problem(1, abridged(&error.to_string()))),
    };
    for needed in ["level", "method"] {
        if !head.iter().any(|name| name == needed) {
            let found = head.join(", ");
            return Err(problem(1, format!("the column {needed} is missing; found {found}")));
        }
    }
    let mut rows = Vec::new();
    for (index, record) in reader.records().enumerate() {
        let record = record.map_err(|error| problem(index + 2, abridged(&error.to_string())))?;
        let line = record.position().map_or(index + 2, |place| place.line() as usize);
        let fields: BTreeMap<&str, &str> = head
            .iter()
            .map(String::as_str)
            .zip(record.iter().map(str::trim))
            .filter(|(_, value)| !value.is_empty())
            .collect();
        rows.push(Entry(&fields).row(plan).map_err(|message| problem(line, message))?);
    }
    Ok(rows)
}

/// One line of the file.
struct Entry<'a>(&'a BTreeMap<&'a str, &'a str>);

impl Entry<'_> {
    fn row(&self, plan: &Plan) -> Result<Row, String> {
        let case = self.case(plan)?;
        let solved = self.solved(plan, case)?;
        let limits = Limits { time: None, ..Limits::default() };
        // The method is words only; nothing runs it here.
        let solver = Solver::Method(plyground_core::Spec::new("reported"));
        let (world, options) = (&*plan.world, &plan.options);
        let run = Run { world, case, solver: &solver, options, limits: &limits, jobs: 1 };
        let mut row = Row::new(&run, solved);
        row.experiment = Some(plan.name());
        row.method = (*self.0.get("method").ok_or("the method is missing")?).to_owned();
        row.heuristic = self.0.get("heuristic").map(|&word| word.to_owned());
        row.options = self.0.get("options").map_or_else(String::new, |&word| word.to_owned());
        row.seed = self.number("seed")?;
        row.repeat = self.number("repeat")?.unwrap_or(0);
        row.time_limit = self.number("time_limit")?;
        row.machine = self.0.get("machine").map_or("unknown", |&word| word).to_owned();
        row.version = self.0.get("version").map_or("", |&word| word).to_owned();
        Ok(row)
    }

    fn number<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, String> {
        let Some(text) = self.0.get(name) else { return Ok(None) };
        text.parse()
            .map(Some)
            .map_err(|_| format!("{name} is {text}; expected a number", text = quoted(text)))
    }

    /// The level that is meant: by its number or its title.
    fn case<'p>(&self, plan: &'p Plan) -> Result<&'p Case, String> {
        let level = *self.0.get("level").ok_or("the level is missing")?;
        let file = self.0.get("file").copied();
        let of_file = |case: &&Case| {
            file.is_none_or(|file| case.file == file || case.file.ends_with(&format!("/{file}")))
        };
        let mut found = plan.cases.iter().filter(of_file).filter(|case| {
            case.title == level || level.parse::<usize>().is_ok_and(|number| case.number == number)
        });
        match (found.next(), found.next()) {
            (Some(case), None) => Ok(case),
            (Some(_), Some(_)) => {
                Err(format!("several levels are called {}; name the file too", quoted(level)))
            }
            (None, _) => Err(format!("no level of the experiment is called {}", quoted(level))),
        }
    }

    fn solved(&self, plan: &Plan, case: &Case) -> Result<Solved, String> {
        let stats = Stats {
            expanded: self.number("expanded")?.unwrap_or(0),
            generated: self.number("generated")?.unwrap_or(0),
            evaluated: self.number("evaluated")?.unwrap_or(0),
            reopened: self.number("reopened")?.unwrap_or(0),
            dead_ends: self.number("dead_ends")?.unwrap_or(0),
            peak_frontier: self.number("peak_frontier")?.unwrap_or(0),
            peak_bytes: self.number("peak_bytes")?.unwrap_or(0),
            seconds: self.number("seconds")?.unwrap_or(0.0),
        };
        let unsolved =
            |status, reason: &str| Solved { stats, ..Solved::nothing("reported", status, reason) };
        if let Some(&solution) = self.0.get("solution") {
            let verify = |moves: &str| case.level.verify(&plan.options, moves);
            let reading = Reading::new(solution, verify).map_err(|error| error.to_string())?;
            return Ok(match reading {
                Reading::Solution(moves, measures) => Solved {
                    reason: None,
                    solution: Some(moves),
                    measures: Some(measures),
                    ..unsolved(Status::Solved, "")
                },
                Reading::Wrong(why) => unsolved(Status::Failed, &format!("wrong solution: {why}")),
                Reading::Nothing => unsolved(Status::Failed, "the solution is not in moves"),
            });
        }
        let pushes = self.number("pushes")?;
        let measures = self.number("moves")?.map(|moves| Measures { moves, pushes });
        let reported = self.0.get("status").copied();
        let status = match (reported, measures) {
            (None, Some(_)) => Status::Solved,
            (None, None) => Status::NotFound,
            (Some(word), _) => {
                serde_json::from_value(word.to_lowercase().into()).map_err(|_| {
                    format!(
                        "status is {word}; expected solved, time_limit or such",
                        word = quoted(word)
                    )
                })?
            }
        };
        Ok(Solved { measures, ..unsolved(status, "reported, not replayed") })
    }
}
