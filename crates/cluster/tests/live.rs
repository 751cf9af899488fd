//! What cannot be staged with whole programs, on a real server: `PLYGROUND_NATS=nats://127.0.0.1:4222 cargo test -p
//! plyground-cluster --test live -- --ignored`. `.ci/cluster` starts the server and runs these.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use plyground_catalog::Catalog;
use plyground_cluster::{Cluster, Report, Server, VERSION, Worker, status};
use plyground_core::Cancel;
use plyground_lab::experiment::{Case, Plan, Row, RunStore, run, run_with};

/// The server, which has JetStream to itself: one test at a time.
fn server() -> Server {
    let url = std::env::var("PLYGROUND_NATS").expect("PLYGROUND_NATS names a server");
    Server { url, ..Server::default() }
}

static ALONE: Mutex<()> = Mutex::new(());

fn plan(levels: &[&str], methods: &str) -> Plan {
    let world = Catalog::new().puzzle_world("sokoban").unwrap();
    let mut cases = Vec::new();
    for (index, text) in levels.iter().enumerate() {
        let level = world.parse("mine", text.as_bytes()).unwrap().remove(0);
        let (file, title) = ("mine".to_owned(), format!("level {}", index + 1));
        cases.push(Case { file, number: index + 1, title, level });
    }
    let methods = plyground_lab::solver::Solver::parse_list(methods).unwrap();
    Plan { title: Some("live".to_owned()), ..Plan::new(world, cases, methods) }
}

const SMALL: &str = "######\n#@ $.#\n######\n";

/// Rows without what depends on the moment.
fn timeless(mut rows: Vec<Row>) -> Vec<Row> {
    for row in &mut rows {
        (row.stats.seconds, row.jobs, row.threads, row.load) = (0.0, 1, None, None);
    }
    rows
}

/// The rows that the cluster gives while `meanwhile` runs, and how the cluster was at the end.
fn spread(plan: &Plan, name: &str, meanwhile: impl FnOnce(&Cancel) + Send) -> (Vec<Row>, Cluster) {
    let mut cluster = Cluster::new(server(), name);
    cluster.lost_after = Duration::from_secs(1);
    let store = RunStore::in_memory().unwrap();
    let done = Cancel::new();
    let rows = std::thread::scope(|scope| {
        scope.spawn(|| meanwhile(&done));
        let rows = run_with(plan, &store, &mut cluster, &Cancel::new(), &mut |_, _| {});
        done.cancel();
        rows
    });
    (rows.unwrap(), cluster)
}

fn queued(name: &str) -> usize {
    let found = status(&server()).unwrap();
    found.experiments.iter().filter(|one| one.name == name).map(|one| one.queued).sum()
}

fn wait_until_queued(name: &str, count: usize) {
    let began = Instant::now();
    while queued(name) != count {
        assert!(began.elapsed() < Duration::from_secs(30), "{} are queued", queued(name));
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Publishes what anybody who reaches the server can.
fn publish(subject: &str, bytes: Vec<u8>) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let client = async_nats::connect(server().url).await.unwrap();
        let jetstream = async_nats::jetstream::new(client);
        jetstream.publish(subject.to_owned(), bytes.into()).await.unwrap().await.unwrap();
    });
}

fn report(row: &Row) -> Vec<u8> {
    let product = Some(serde_json::to_value(row).unwrap());
    let (version, worker) = (VERSION.to_owned(), "somebody".to_owned());
    serde_json::to_vec(&Report { version, worker, product, failed: None }).unwrap()
}

#[test]
#[ignore = "wants a NATS server; .ci/cluster runs it"]
fn forged_and_repeated_results_change_nothing() {
    let _alone = ALONE.lock().unwrap();
    let plan = plan(&[SMALL], "bfs");
    let local = run(&plan, &RunStore::in_memory().unwrap(), 1, &Cancel::new(), &mut |_, _| {});
    let local = local.unwrap();
    let cell = plan.cells().unwrap()[0].id.clone();
    let subject = format!("plyground.results.forged.{cell}");
    let forgeries = {
        let row = local[0].clone();
        let wrong_way = Row { solution: Some("lR".to_owned()), ..row.clone() };
        let half_way = Row { solution: Some("r".to_owned()), moves: Some(1), ..row.clone() };
        let too_short = Row { moves: Some(1), ..row.clone() };
        let no_solution = Row { solution: None, moves: None, pushes: None, ..row };
        [wrong_way, half_way, too_short, no_solution]
    };
    let (rows, cluster) = spread(&plan, "forged", |done| {
        wait_until_queued("forged", 1);
        for row in &forgeries {
            publish(&subject, report(row));
        }
        publish(&subject, b"{\"product\": 7}".to_vec());
        publish(&subject, b"\xff\x00 not JSON".to_vec());
        let mut old = report(&local[0]);
        old = String::from_utf8(old).unwrap().replace(VERSION, "0.0.9").into_bytes();
        publish(&subject, old);
        publish("plyground.results.forged.unknown", report(&local[0]));
        std::thread::sleep(Duration::from_secs(1));
        let mut worker = Worker::new(server(), 1);
        worker.idle = Some(Duration::from_secs(4));
        worker.run(&Catalog::new(), done, &|_| {}).unwrap();
        // Late, and again.
        publish(&subject, report(&local[0]));
    });
    assert_eq!(cluster.workers.rejected, 7);
    assert_eq!(timeless(rows), timeless(local.clone()));
}

#[test]
#[ignore = "wants a NATS server; .ci/cluster runs it"]
fn a_worker_of_another_version_is_refused_with_a_sentence_and_gets_nothing() {
    let _alone = ALONE.lock().unwrap();
    let plan = plan(&[SMALL], "bfs");
    let (rows, _) = spread(&plan, "versions", |done| {
        wait_until_queued("versions", 1);
        let old = Worker { version: "0.0.9".to_owned(), ..Worker::new(server(), 1) };
        let refused = old.run(&Catalog::new(), done, &|_| {}).unwrap_err().to_string();
        assert!(refused.contains("versions is of Plyground"), "{refused}");
        assert!(refused.contains("this worker of 0.0.9"), "{refused}");
        assert_eq!(queued("versions"), 1);
        let mut worker = Worker::new(server(), 1);
        worker.idle = Some(Duration::from_secs(4));
        worker.run(&Catalog::new(), done, &|_| {}).unwrap();
    });
    assert_eq!(rows.len(), 1);
}

#[test]
#[ignore = "wants a NATS server; .ci/cluster runs it"]
fn a_level_that_is_too_large_for_a_message_travels_all_the_same() {
    let _alone = ALONE.lock().unwrap();
    // A long remark makes the file large, not the search.
    let remark = "Every word of this remark belongs to the level. ".repeat(30_000);
    let large = format!("{SMALL}Title: large\nComment: {remark}\n");
    let plan = plan(&[&large], "bfs");
    let text = plyground_catalog::level_text(&plan.cases[0].level).unwrap();
    assert!(text.len() > 1_100_000, "{}", text.len());
    let local = run(&plan, &RunStore::in_memory().unwrap(), 1, &Cancel::new(), &mut |_, _| {});
    let (rows, _) = spread(&plan, "large", |done| {
        let mut worker = Worker::new(server(), 1);
        worker.idle = Some(Duration::from_secs(6));
        worker.run(&Catalog::new(), done, &|_| {}).unwrap();
    });
    assert_eq!(timeless(rows), timeless(local.unwrap()));
}

#[test]
#[ignore = "wants a NATS server; .ci/cluster runs it"]
fn handing_back_is_no_attempt() {
    let _alone = ALONE.lock().unwrap();
    let plan = plan(&[SMALL], "bfs");
    let (rows, cluster) = spread(&plan, "back", |done| {
        wait_until_queued("back", 1);
        // Taken and handed back five times in good order, as by Ctrl-C.
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let cell = plan.cells().unwrap()[0].id.clone();
        runtime.block_on(async {
            use futures_util::StreamExt as _;
            let client = async_nats::connect(server().url).await.unwrap();
            let jetstream = async_nats::jetstream::new(client);
            let stream = jetstream.get_stream("PLYGROUND_WORK").await.unwrap();
            let token = VERSION.replace('.', "_");
            let queue: async_nats::jetstream::consumer::PullConsumer =
                stream.get_consumer(&format!("workers-{token}-own")).await.unwrap();
            for _ in 0..5 {
                let mut orders = queue.batch().max_messages(1).messages().await.unwrap();
                let order = orders.next().await.unwrap().unwrap();
                order.ack_with(async_nats::jetstream::AckKind::Nak(None)).await.unwrap();
            }
            let notes = jetstream.get_key_value("plyground").await.unwrap();
            notes.put(format!("returned-{cell}"), "5".into()).await.unwrap();
        });
        let mut worker = Worker::new(server(), 1);
        worker.idle = Some(Duration::from_secs(4));
        worker.run(&Catalog::new(), done, &|_| {}).unwrap();
    });
    assert_eq!(cluster.workers.failed, 0);
    assert!(rows[0].is_solved(), "{:?}", rows[0].reason);
}

#[cfg(unix)]
#[test]
#[ignore = "wants a NATS server; .ci/cluster runs it"]
fn a_piece_that_ignores_its_limits_is_a_row_that_says_so_and_one_that_ends_its_process_is_poison() {
    let _alone = ALONE.lock().unwrap();
    let mut plan = plan(&[SMALL], "bfs");
    plan.limits.time = Duration::from_millis(100);
    for (name, does, reason) in [
        ("sleeper", "sleep 60", "ended by its worker: it ignored its time limit"),
        ("crasher", "kill -9 $$", "poison: each of 3 workers"),
    ] {
        let script = format!("echo '{{\"ready\":\"{VERSION}\"}}'; read order; {does}");
        let (rows, cluster) = spread(&plan, name, |done| {
            let mut worker = Worker::new(server(), 1);
            worker.process = Some(vec!["sh".into(), "-c".into(), script.into()]);
            (worker.grace, worker.idle) =
                (Duration::from_millis(500), Some(Duration::from_secs(6)));
            worker.run(&Catalog::new(), done, &|_| {}).unwrap();
        });
        assert_eq!((cluster.workers.failed, rows[0].status.word()), (1, "failed"));
        let said = rows[0].reason.clone().unwrap();
        assert!(said.starts_with(reason), "{said}");
    }
}

#[test]
#[ignore = "wants a NATS server; .ci/cluster runs it"]
fn a_worker_whose_program_is_gone_ends_and_hands_back_what_it_took() {
    let _alone = ALONE.lock().unwrap();
    let plan = plan(&[SMALL], "bfs");
    let (rows, cluster) = spread(&plan, "gone", |done| {
        wait_until_queued("gone", 1);
        let broken =
            Worker { process: Some(vec!["/no/such/program".into()]), ..Worker::new(server(), 1) };
        let said = broken.run(&Catalog::new(), done, &|_| {}).unwrap_err().to_string();
        assert!(said.contains("no process can be started"), "{said}");
        let mut worker = Worker::new(server(), 1);
        worker.idle = Some(Duration::from_secs(4));
        worker.run(&Catalog::new(), done, &|_| {}).unwrap();
    });
    assert_eq!((cluster.workers.failed, rows[0].is_solved()), (0, true));
}
