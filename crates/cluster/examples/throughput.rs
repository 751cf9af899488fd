//! What a cell costs through a cluster, against the threads of one machine, and what a long queue costs the coordinator.
//!
//! `nats-server -js -sd /tmp/nats & cargo run --release -p plyground-cluster --example throughput -- nats://127.0.0.1 2000 100000`

use std::time::{Duration, Instant};

use plyground_catalog::Catalog;
use plyground_cluster::{Cluster, Server, Worker, cancel, serve};
use plyground_core::Cancel;
use plyground_lab::experiment::{Case, Plan, RunStore, run, run_with};
use plyground_lab::solver::Solver;

/// So many runs of about a millisecond each.
fn plan(cells: u32) -> Plan {
    let world = Catalog::new().puzzle_world("sokoban").expect("it ships");
    let text = b"########\n#      #\n# $  $ #\n#  @   #\n# .  . #\n#      #\n########\n";
    let level = world.parse("mine", text).expect("a level").remove(0);
    let case = Case { file: "mine".to_owned(), number: 1, title: "room".to_owned(), level };
    let mut plan =
        Plan::new(world, vec![case], vec![Solver::Method("bfs".parse().expect("known"))]);
    (plan.repeats, plan.limits.states) = (cells, Some(1200));
    plan
}

/// The most memory that this process has held, in MB.
fn peak() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1000
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments == ["slot"] {
        return serve(&Catalog::new());
    }
    let [url, cells, queued] = &arguments[..] else {
        eprintln!("expected: URL CELLS QUEUED");
        std::process::exit(2);
    };
    let server = Server { url: url.clone(), ..Server::default() };
    let number = |text: &String| text.parse::<u32>().expect("a number");
    let small = plan(number(cells));
    let began = Instant::now();
    let store = RunStore::in_memory().expect("a store");
    let rows = run(&small, &store, 2, &Cancel::new(), &mut |_, _| {}).expect("runs");
    let local = began.elapsed();
    let each = rows.iter().map(|row| row.stats.seconds).sum::<f64>() / rows.len() as f64;
    println!("a cell searches for {:.2} ms", 1e3 * each);
    println!("two threads: {:.0} cells a second", rows.len() as f64 / local.as_secs_f64());

    let done = Cancel::new();
    let cluster = std::thread::scope(|scope| {
        for _ in 0..2 {
            let mut worker = Worker::new(server.clone(), 1);
            // As the command line's: pieces in processes of their own, here this program again.
            let program = std::env::current_exe().expect("a program");
            worker.process = Some(vec![program.into(), "slot".into()]);
            let done = &done;
            scope.spawn(move || worker.run(&Catalog::new(), done, &|_| {}));
        }
        std::thread::sleep(Duration::from_secs(1));
        let began = Instant::now();
        let store = RunStore::in_memory().expect("a store");
        let mut crew = Cluster::new(server.clone(), "throughput");
        let rows = run_with(&small, &store, &mut crew, &Cancel::new(), &mut |_, _| {});
        let spent = began.elapsed();
        done.cancel();
        assert_eq!(rows.expect("rows").len(), small.repeats as usize);
        spent
    });
    let count = f64::from(small.repeats);
    println!("two workers: {:.0} cells a second", count / cluster.as_secs_f64());
    let more = 2.0 * (cluster.as_secs_f64() - local.as_secs_f64()) / count;
    println!("a cell takes its worker {:.2} ms more than a thread", 1e3 * more);

    let many = plan(number(queued));
    let before = peak();
    let stop = Cancel::new();
    let began = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let all = many.repeats as usize;
            let waiting = || {
                let found = plyground_cluster::status(&server).expect("a server");
                found.experiments.iter().map(|one| one.queued).sum::<usize>()
            };
            while waiting() < all {
                std::thread::sleep(Duration::from_secs(1));
            }
            println!("{all} cells are queued after {:.0} s", began.elapsed().as_secs_f64());
            stop.cancel();
        });
        let store = RunStore::in_memory().expect("a store");
        let mut crew = Cluster::new(server.clone(), "queue");
        run_with(&many, &store, &mut crew, &stop, &mut |_, _| {}).expect("a server");
    });
    println!("memory: {before} MB at most before, {} MB with the queue", peak());
    cancel(&server, "queue").expect("it is there");
}
