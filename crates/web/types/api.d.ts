// Made from the description of the API by tests/types.rs; not to be edited.
declare namespace Api {
  /** What a position is worth. */
  type Assessment = {
    /** The best turn from here; empty where it is not known. */
    best?: string;
    /** How the game ends with best play, where that is proven. */
    proof?: string | null;
    /** The value for the first side. */
    score: number;
  };

  type AttemptRequest = {
    /** Your turns so far, without the answers; a turn may come in its parts, one after the other. */
    turns?: string[];
  };

  /** A problem as it stands. */
  type AttemptView = {
    /** The position in one sentence. */
    caption: string;
    difficulty: number;
    goal: string;
    /** What a hand can do; nothing where the problem is over. */
    intents: Intent[];
    judgement: Judgement;
    layers?: LayersView | null;
    left: number;
    number: number;
    /** Who is to move, and solves it. */
    side: Side;
    /** Whether you have solved it, now or before. */
    solved: boolean;
    svg?: string | null;
    /** The idea of the solution, where the problem is solved. */
    theme?: string | null;
    /** How many turns are to be found in all, and yet. */
    turns: number;
  };

  /** The best solution known of a level. */
  type Best = {
    /** Steps of the player. */
    moves: number;
    /** Whether it is proven that no solution is better in the world's first metric. */
    proven: boolean;
    /** Pushes, in worlds that count them. */
    pushes?: number | null;
    /** The solution's text. */
    solution: string;
  };

  /** What the best solution of a level takes, without telling it. */
  type BestKnown = {
    measures: Measures;
    /** Whether it is proven that no solution is better in the world's first metric. */
    proven: boolean;
  };

  /** A turn, and how a hand would begin it. */
  type BetterView = {
    /** The cells to select. */
    from: number[];
    /** The cell to point at then. */
    to: number;
    turn: string;
  };

  type BoardRequest = {
    /** Turns from the start. */
    moves?: string[];
    /** `setup`, `size`, `position` and the world's own options. */
    options?: Record<string, string>;
  };

  /** How a position looks, and what it is worth by the rules. */
  type BoardView = {
    /** The position in one sentence. */
    caption: string;
    /** How the game ended there; null where it goes on. */
    ending?: Ending | null;
    layers?: LayersView | null;
    /** The position as text. */
    position: string;
    /** What each side has, as people count it. */
    score: [string, string];
    svg?: string | null;
  };

  /** Something to paint with. */
  type BrushView = {
    /** Whether it paints the corners between cells. */
    corners: boolean;
    name: string;
    /** What it leaves, as it looks; null where a word must do. */
    svg?: string | null;
  };

  /** All there is. */
  type CatalogView = {
    /** The version of the program. */
    version: string;
    worlds: WorldView[];
  };

  /** The clocks, in seconds, first side first. */
  type ClockView = {
    /** What is left of the game's time; null where there is no limit. */
    left: [number | null, number | null];
    running: boolean;
    /** The time there is. */
    settings: TimeControl;
    /** How long the side to move has thought. */
    thinking: number;
    /** What was used. */
    used: [number, number];
  };

  /** A collection with its levels. */
  type CollectionPage = {
    /** Who made it; empty where unknown. */
    author: string;
    entries: LevelEntry[];
    /** What is said of its levels as a whole. */
    introduction: string;
    /** How many levels it has. */
    levels: number;
    /** Its name; no other of the world has it. */
    name: string;
    /** Whether it ships with the program, and so stays as it is. */
    shipped: boolean;
    /** How many of them you solved. */
    solved: number;
  };

  /** A collection in short. */
  type CollectionView = {
    /** Who made it; empty where unknown. */
    author: string;
    /** What is said of its levels as a whole. */
    introduction: string;
    /** How many levels it has. */
    levels: number;
    /** Its name; no other of the world has it. */
    name: string;
    /** Whether it ships with the program, and so stays as it is. */
    shipped: boolean;
    /** How many of them you solved. */
    solved: number;
  };

  type CommentRequest = {
    /** The turn's number; 0 is the start. */
    node: number;
    /** The comment; an empty one takes it away. */
    text: string;
  };

  /** Who did how well against whom. */
  type CrossTable = Meeting[][];

  /** The level of a day in one world. */
  type DailyLevel = {
    /** How hard it is; comparable within a world. */
    difficulty: number;
    name: string;
    /** What your best solution takes; nothing where you have none. */
    solved?: Measures | null;
    /** The world's id and name. */
    world: string;
  };

  /** The levels of a day. */
  type DayView = {
    /** Such as 2026-11-18. */
    date: string;
    /** How hard the day is: 1 on Monday to 7 on Sunday. */
    grade: number;
    levels: DailyLevel[];
    next?: string | null;
    /** The days before and after, where there are levels. */
    previous?: string | null;
    /** Days in a row up to today on which you solved at least one level; a day that goes on breaks nothing. */
    streak: number;
    /** Whether it is the present one. */
    today: boolean;
    weekday: string;
  };

  /** One of the four ways to go on a board of squares. */
  type Direction = "up" | "down" | "left" | "right";

  type DraftRequest = {
    /** Rows and columns to add at the edges: top, right, bottom, left; to take away where negative. */
    edges?: [number, number, number, number];
    /** Another number of columns and rows. */
    size?: [number, number] | null;
    /** Where to paint, and with which brushes. */
    strokes?: Stroke[];
    /** The draft as text; the world's blank one where there is none. */
    text?: string | null;
    /** A change to the whole of it. */
    transform?: Transform | null;
  };

  /** A level in the making. */
  type DraftView = {
    /** The position in one sentence. */
    caption: string;
    /** Why it is no level yet; null where it is one. */
    error?: string | null;
    layers?: LayersView | null;
    /** Columns and rows. */
    size: [number, number];
    svg?: string | null;
    /** The draft as text. */
    text: string;
    /** The level's title. */
    title: string;
  };

  type DropPositionRequest = {
    /** The position's number. */
    id: number;
  };

  type DropRequest = {
    /** The number of the own level. */
    id: number;
  };

  type DropRequest2 = {
    /** The number of the saved game. */
    id: number;
  };

  /** What came of the wish to drop something. */
  type Dropped = {
    /** Whether it was there. */
    dropped: boolean;
  };

  /** How a game ended, and why. */
  type Ending = {
    /** The result. */
    outcome: Outcome;
    /** The reason in words. */
    reason: string;
  };

  /** How something ended. */
  type EndingView = {
    /** The result; null where it was stopped and can go on. */
    outcome?: Outcome | null;
    /** The reason in words. */
    reason: string;
  };

  /** An evaluation as it is listed to people. */
  type EvaluationInfo = {
    /** The word in `eval=…`. */
    id: string;
    /** What it counts, in one line. */
    summary: string;
  };

  type ExpandRequest = {
    /** Only the picture after this move, from 0. */
    after?: number | null;
    /** The text of the `.input` file. */
    input: string;
    /** Its name, for what is said of it. */
    name?: string;
  };

  /** What an input gives. */
  type ExpandView = {
    /** The `.board` file, line for line. */
    boards: string;
    /** The position in one sentence. */
    caption: string;
    /** The moves as a hand makes them, line for line. */
    intents: Intent[];
    layers?: LayersView | null;
    /** The `.move` file; empty where one picture was asked for. */
    moves: string;
    svg?: string | null;
  };

  /** What is done of an experiment that runs. */
  type ExperimentProgress = {
    /** How many parts are done. */
    done: number;
    /** How many seconds are left, by what it took so far. */
    left?: number | null;
    /** The runs that were just done. */
    rows: Row[];
    /** What is under way. */
    run: string;
    /** How many there are. */
    total: number;
  };

  type ExperimentRequest = {
    /** Heuristics to cross them with. */
    heuristics?: string[];
    /** What each run may use. */
    limits?: LimitsRequest;
    /** The methods with their options. */
    methods: string[];
    /** The world's options. */
    options?: Record<string, string>;
    /** Own levels, by their numbers. */
    own?: number[];
    /** Levels of packs. */
    packs?: PackLevels[];
    /** How often each run is made. */
    repeats?: number;
    /** The world's id. */
    world: string;
  };

  /** An experiment that is open. */
  type ExperimentView = {
    /** The experiment. */
    id: string;
    plots: Plot[];
    /** What was asked for. */
    request: ExperimentRequest;
    /** The runs that are done. */
    rows: Row[];
    /** What they show, in sentences. */
    summary: string[];
    /** How many runs it has. */
    total: number;
  };

  type ExportRequest = {
    /** One of the world's formats. */
    format: string;
  };

  type Exported = {
    /** The file. */
    text: string;
  };

  /** Who plays whom. */
  type Form = "round_robin" | "gauntlet";

  /** A game that was played. */
  type Game = {
    /** Whether a player lost by what it did, not by the rules: a crash, a forbidden move, too much time. */
    forfeit: boolean;
    /** How many games shared the machine. */
    jobs: number;
    /** How many processes wanted a core of it in the minute before this was written, where the system tells. */
    load?: number | null;
    /** The longest thought of each side in seconds. */
    longest: [number, number];
    /** The machine: its processor and cores. */
    machine: string;
    /** Its number, from 1. */
    number: number;
    /** How it ended: `1-0`, `0-1` or `1/2-1/2`; `*` where nobody could play it: then it counts for nobody. */
    outcome: string;
    /** The players' indices, the one who moved first in front. */
    players: [number, number];
    /** Why, in words. */
    reason: string;
    /** The moves, with times, as text. */
    record: string;
    /** The round, from 1. */
    round: number;
    /** The score of each side as people count it. */
    scores: [string, string];
    /** How long both thought together. */
    seconds: number;
    /** Turns played, those of the opening included. */
    turns: number;
    /** The version of Plyground. */
    version: string;
  };

  /** The rules of a game in words, and positions to try them on, as options of a game. */
  type GameRules = {
    /** How moves are written; empty where nobody needs to be told. */
    notation: string;
    /** A board that shows what the world looks like. */
    poster: Record<string, string>;
    text: string[];
    /** A small board to try them on. */
    trial: Record<string, string>;
  };

  /** How a game stands, where it is looked at. */
  type GameView = {
    /** What would have been better than the turn that led here. */
    better?: BetterView | null;
    /** Whether a turn that was taken back can be played again. */
    can_redo: boolean;
    /** The position in one sentence. */
    caption: string;
    clock: ClockView;
    /** Where it is looked at. */
    cursor: number;
    /** The turns that are gone. */
    dropped: number[];
    /** How it ended at the cursor; null where it goes on. */
    ending?: EndingView | null;
    id?: string | null;
    /** What a hand can do. */
    intents: Intent[];
    layers?: LayersView | null;
    /** What a newcomer should know here. */
    lesson?: Lesson | null;
    /** All turns with the whole picture; else those that are new or changed. */
    nodes: NodeView[];
    /** `setup`, `size`, `position` and the world's own options. */
    options?: Record<string, string>;
    /** How the game itself ended. */
    over?: EndingView | null;
    /** The part of a turn that was played, where one is half done. */
    part?: string | null;
    /** The methods that play, first side first; null is a person. */
    players: [string | null, string | null];
    /** The position as text. */
    position: string;
    /** What each side has, as people count it. */
    score: [string, string];
    /** Whose turn it is at the cursor. */
    side: Side;
    /** What the sides are called. */
    sides?: [string, string];
    svg?: string | null;
    /** What a method thought that has just played. */
    thought?: ThoughtText | null;
    /** Where the game stands. */
    tip: number;
    /** Whether a turn begins at the cursor, and is not half done. */
    turn_start: boolean;
    /** How many changes there were. Where it is not one more than before, the whole must be asked for. */
    version: number;
    /** The world's id. */
    world?: string;
  };

  /** A world of games. */
  type GameWorldView = {
    /** The world's best player, with its options. */
    default_player: string;
    evaluations: EvaluationInfo[];
    /** The word people type. */
    id: string;
    /** The name people read. */
    name: string;
    /** Players for people who do not know methods, by strength. */
    opponents: Opponent[];
    /** Settings of the world (metric, variants, draw rules). */
    options: OptionInfo[];
    players: MethodInfo[];
    /** The value that is shown as one point. */
    point: number;
    /** How many problems there are to solve. */
    problems: number;
    rules: GameRules;
    setups: SetupInfo[];
    /** The names of the sides. */
    sides: [string, string];
    /** The sizes of the board; null where there is but one. */
    sizes?: Sizes | null;
    /** An input of its state-space files to begin with; null where it has no such files. */
    state_space?: string | null;
    /** What it is, in one sentence. */
    summary: string;
    /** The colours of the sides. */
    tones: [Tone, Tone];
    /** How a turn is written. */
    turn_example: string;
  };

  /** A heuristic as it is listed to people. */
  type HeuristicInfo = {
    /** The word in `h=…`. */
    id: string;
    /** Its promise for each metric of the world, by the metric's name. */
    properties: ([string, Properties])[];
    /** What it measures, in one line. */
    summary: string;
  };

  /** What can be said to somebody who asks how to go on. */
  type Hint = NextMove & {
    outcome: "move";
  } | {
    outcome: "solved";
  } | {
    outcome: "unsolvable";
  } | {
    outcome: "stopped";
    /** How it ended. */
    status: Status;
  };

  type HintRequest = {
    /** 1 for the idea, 2 for the pieces, 3 for the turn. */
    step: number;
    /** Your turns so far. */
    turns?: string[];
  };

  /** What helps a little. */
  type HintView = {
    /** The cells that are meant: pieces, and for the last hint where they go. */
    cells: number[];
    /** Whether there is more to tell. */
    more: boolean;
    /** Where the piece goes, for the last hint. */
    target?: number | null;
    /** In words. */
    text: string;
  };

  type ImportRequest = {
    /** The file: each character is one of its bytes, so that any encoding can be sent. */
    bytes: string;
    /** The name of the file, or of the collection; what the file says of itself comes first. */
    name?: string;
  };

  type Imported = {
    /** How many of them were new. */
    added: number;
    /** The first of them, by its number in the collection. */
    first: number;
    /** How many levels the file has. */
    levels: number;
    /** The collection that holds the levels. */
    name: string;
    /** What a person should know of how the file was read. */
    note?: string | null;
  };

  /** A legal thing to do, as a hand does it: select these, then point there. */
  type Intent = {
    /** The cells to select first, as indices into the scene's cells; may be empty. */
    select: number[];
    /** The cell to point at. */
    target: number;
    /** The move, or line of moves, in the world's notation. */
    text: string;
  };

  /** What the last turn came to. */
  type Judgement = {
    is: "open";
  } | {
    /** The answer, in the world's notation. */
    answer: string;
    is: "right";
  } | {
    is: "solved";
  } | {
    is: "wrong";
    /** The position after each turn of the refutation. */
    refutation: RefutationStep[];
    /** What comes of it. */
    why: string;
  };

  type KeepRequest = {
    /** What found it. */
    by: string;
    /** The solution, from the start. */
    moves: string;
  };

  /** A game that was kept. */
  type KeptGame = {
    /** Its number. */
    id: number;
    /** The name it was kept under. */
    name: string;
  };

  /** An own level that was kept. */
  type KeptLevel = {
    /** Its number. */
    id: number;
    /** The title it was kept under. */
    title: string;
  };

  type KeptNote = {
    kept: boolean;
  };

  /** What is kept of a level. */
  type KeptView = {
    positions: PositionView[];
    /** Fewest moves first. */
    solutions: SolutionView[];
  };

  /** The layers of a picture that change from move to move, as SVG. */
  type LayersView = {
    arrows: string;
    links: string;
    marks: string;
    pieces: string;
  };

  /** A piece that needs an explanation. */
  type LegendView = {
    /** How it looks. */
    svg: string;
    /** What it does. */
    text: string;
  };

  /** What a newcomer should know at a position, with the cells that are meant. */
  type Lesson = {
    /** The cells that it speaks of. */
    spots: Spot[];
    /** A sentence or two. */
    text: string;
  };

  /** A level of a collection. */
  type LevelEntry = {
    author: string;
    /** What the best known solution takes. */
    best?: Measures | null;
    height: number;
    /** What it is about, once it is solved. */
    idea?: string | null;
    notes: ([string, string])[];
    /** Its number, from 1. */
    number: number;
    /** Its number among the own levels. */
    own?: number | null;
    /** What your best solution takes. */
    solved?: Measures | null;
    title: string;
    width: number;
  };

  /** A level as it is listed to people. */
  type LevelInfo = {
    /** Who made it; empty where unknown. */
    author: string;
    /** The best known solution. */
    best?: Best | null;
    /** Rows of the board. */
    height: number;
    /** The one thing it is about: for authors, and for players who have solved it. */
    idea?: string | null;
    /** What makes it worth playing, in numbers, by name; empty where it was not measured. */
    measures: ([string, number])[];
    /** What else is known, by name: chapter, formula, fact, difficulty. */
    notes: ([string, string])[];
    /** How many things are to be brought home: boxes, atoms. `None` where a world does not count any. */
    pieces?: number | null;
    /** Its title; empty where it has none. */
    title: string;
    /** Columns of the board. */
    width: number;
  };

  /** All levels of a world. */
  type LevelList = {
    /** Levels of your own. */
    own: ListedLevel[];
    /** The packs that ship. */
    packs: ListedPack[];
  };

  /** Which level is meant: one of a pack, one of the person's own, or a text. */
  type LevelRef = {
    /** The day of which it is the level, such as 2026-11-18. */
    day?: string | null;
    /** The number in the pack or in the text, from 1. */
    level?: number | null;
    /** The number of an own level. */
    own?: number | null;
    /** The name of a pack, or of a collection of the person's. */
    pack?: string | null;
    /** A level, or a file of levels, in any format of the world. */
    text?: string | null;
  };

  type LevelText = {
    /** The level in the format that was asked for. */
    text: string;
  };

  type LimitsRequest = {
    /** Bytes to hold. */
    memory?: number | null;
    /** Wall time in seconds. */
    seconds?: number | null;
    /** States to expand. */
    states?: number | null;
  };

  type LineRequest = {
    /** Turns in the world's notation; the first may be the rest of one. */
    turns: string[];
  };

  /** A continuation and what it is worth. */
  type LineText = {
    /** The turns, first one first; the last may be a part. */
    moves: string[];
    /** The value for the side to move at the root. */
    score: number;
  };

  /** A level as lists show it. */
  type ListedLevel = {
    author: string;
    /** The best solution known. */
    best?: BestKnown | null;
    height: number;
    /** What it is about; told once it is solved. */
    idea?: string | null;
    /** What is known of it beside: names with what they say. */
    notes: ([string, string])[];
    /** Its number in the pack, from 1. */
    number: number;
    /** The number of an own level. */
    own?: number | null;
    /** What your best solution takes. */
    solved?: Measures | null;
    title: string;
    width: number;
  };

  type ListedPack = {
    levels: ListedLevel[];
    name: string;
  };

  type LoadRequest = {
    /** Whether they go on from here, and not from the start. */
    from_here?: boolean;
    /** Moves in the world's notation. */
    moves: string;
  };

  type MarkRequest = {
    /** One of `!`, `?`, `!!`, `??`, `!?`, `?!`; null takes the mark away. */
    mark?: string | null;
    /** The turn's number. */
    node: number;
  };

  /** What a solution takes, as people count. */
  type Measures = {
    /** Steps of the player. */
    moves: number;
    /** Pushes, in worlds that count them. */
    pushes?: number | null;
  };

  /** The results of one player against another. */
  type Meeting = {
    /** Games drawn. */
    draws: number;
    /** Games lost. */
    losses: number;
    /** Games won. */
    wins: number;
  };

  /** A solver or a player as it is listed to people, with all that others must know of it: nobody asks for a method's name to find out what it is like. */
  type MethodInfo = {
    /** Goes from the goals as well, so that it runs only where a world can go backwards. */
    backward: boolean;
    /** Finds a solution where there is one, given time and memory. */
    complete: boolean;
    /** Leaves the rest of a game to the world's exact player, where there is one and the rest is small. */
    hands_over: boolean;
    /** The word people type. */
    id: string;
    /** Looks beyond the turn it is about to play. */
    looks_ahead: boolean;
    /** Its solutions are the cheapest (with an admissible heuristic where it takes one), or, for a player, its moves are proven best. */
    optimal: boolean;
    /** Its options. */
    options: OptionInfo[];
    /** What it does, in one line. */
    summary: string;
    /** Holds a table or a tree of positions: the option that sets its size in megabytes. */
    table?: string | null;
    /** Works on as many threads as it may have. */
    threads: boolean;
  };

  /** The next move towards a solution. */
  type NextMove = {
    /** The piece that moves first: the cell where it stands, and the one it goes to. */
    arrow?: [number, number] | null;
    /** The whole way. */
    line: string;
    /** The next move, in the world's notation. */
    move: string;
    /** How many moves the solution has from here, this one included. */
    remaining: number;
  };

  type NodeRequest = {
    /** The turn's number; 0 is the start. */
    node: number;
  };

  /** A turn of the game or of a variation; number 0 is the start. */
  type NodeView = {
    assessment?: Assessment | null;
    /** The turns from here, the main one first. */
    children: number[];
    comment: string;
    id: number;
    /** One of `!`, `?`, `!!`, `??`, `!?`, `?!`. */
    mark?: string | null;
    /** The position it was played from; null at the start. */
    parent?: number | null;
    seconds?: number | null;
    side?: Side | null;
    /** The turn, in the world's notation. */
    text: string;
  };

  type NoteRequest = {
    /** Anything. */
    value: unknown;
  };

  /** A request that says nothing more than its address. */
  type Nothing = Record<string, unknown>;

  type OpenRequest = {
    /** The level. */
    level?: LevelRef;
    /** Moves to play at once. */
    moves?: string;
    /** The world's options. */
    options?: Record<string, string>;
    /** The world's id. */
    world: string;
  };

  type OpenRequest2 = {
    /** The time each side has. */
    clock?: TimeRequest;
    /** Turns to play at once. */
    moves?: string[];
    /** `setup`, `size`, `position` and the world's own options. */
    options?: Record<string, string>;
    /** Who plays, first side first: a method, or null for a person. */
    players?: [string | null, string | null];
    /** The world's id. */
    world: string;
  };

  /** Somebody to play against, for people who do not know methods. */
  type Opponent = {
    /** How strong it is, in a word or two. */
    name: string;
    /** Its estimated strength, where somebody measured it: 1000 is who moves at random, and 400 more wins ten times of eleven. */
    rating?: number | null;
    /** The player and its options. */
    spec: string;
  };

  type OptimiseRequest = {
    /** The level. */
    level?: LevelRef;
    /** What it may use. */
    limits?: LimitsRequest;
    /** The world's options: `metric` says what is to be saved. */
    options?: Record<string, string>;
    /** One or more lines of moves that solve it. */
    solutions: string[];
  };

  /** An option of a method or of a world, as it is listed to people. */
  type OptionInfo = {
    /** The value where none is given, as text. */
    default: string;
    /** Its name. */
    id: string;
    /** What it does, in one line. */
    summary: string;
  } & ({
    kind: "number";
  } | {
    kind: "decimal";
  } | {
    kind: "switch";
  } | {
    choices: string[];
    kind: "choice";
  } | {
    kind: "word";
  } | {
    kind: "heuristic";
  } | {
    kind: "evaluation";
  });

  /** How a game ended. */
  type Outcome = {
    win: Side;
  } | "draw";

  /** Levels of a pack or of an own collection. */
  type PackLevels = {
    /** Which of its levels: `1-5, 9`; all where empty. */
    levels?: string;
    /** Its name. */
    pack: string;
  };

  /** A pack that ships. */
  type PackSize = {
    /** How many levels it has. */
    levels: number;
    name: string;
  };

  type PauseRequest = {
    /** Whether the clocks stand still. */
    paused: boolean;
  };

  /** How a position looks: all of it (`svg`), or only what changes from move to move (`layers`). */
  type Picture = {
    /** The position in one sentence. */
    caption: string;
    layers?: LayersView | null;
    svg?: string | null;
  };

  /** Where a level comes from. */
  type PlaceView = {
    /** The day of which it is the level. */
    day?: string | null;
    /** The number in the pack or in the text, from 1. */
    level?: number | null;
    /** The number of an own level. */
    own?: number | null;
    /** The pack's name. */
    pack?: string | null;
  };

  type PlayRequest = {
    /** Moves in the world's notation. */
    moves: string;
    /** Whether all of them are one action for undo. */
    together?: boolean;
  };

  type PlayRequest2 = {
    /** A turn, or a part of one, in the world's notation. */
    turn: string;
  };

  /** A picture of results. */
  type Plot = {
    /** The file's name, without its ending. */
    name: string;
    /** The picture, with its title, axes and legend; readable on light and dark. */
    svg: string;
    /** What it shows. */
    title: string;
  };

  type PositionRequest = {
    /** The level. */
    level?: LevelRef;
    /** Moves from its start. */
    moves?: string;
    /** The world's options. */
    options?: Record<string, string>;
    /** Whether the board is wanted too, not only what changes. */
    whole?: boolean;
  };

  /** A position that was saved. */
  type PositionView = {
    id: number;
    /** The moves from the start of the level to it. */
    moves: string;
    name: string;
  };

  /** A ready-made experiment. */
  type PresetView = {
    id: string;
    /** Which levels of the packs, counted through them: `21-40`. */
    levels: string;
    /** The methods with their options. */
    methods: string[];
    /** Seconds a run. */
    seconds: number;
    /** What it compares. */
    summary: string;
    /** The world's id. */
    world: string;
  };

  /** A problem as it is listed: nothing that gives it away. */
  type ProblemEntry = {
    /** From 1 to 10. */
    difficulty: number;
    /** The task in a sentence. */
    goal: string;
    /** Its number, from 1. */
    number: number;
    /** Whether you have solved it. */
    solved: boolean;
    /** How many turns are to be found. */
    turns: number;
  };

  /** The problems of a world. */
  type ProblemList = {
    /** The first that you have not. */
    next?: number | null;
    problems: ProblemEntry[];
    /** How many you have solved. */
    solved: number;
  };

  /** How far a search is. */
  type Progress = {
    /** Bytes held now. */
    bytes: number;
    /** States waiting now. */
    frontier: number;
    /** What the method is at, in a few words: a bound, a layer, the best found so far. */
    note: string;
    /** The statistics so far. */
    stats: Stats;
  };

  /** A proven value, for the side to move. */
  type Proof = "win" | "loss" | "draw";

  /** What a heuristic promises. Tests hold it to that on exhaustively enumerated small levels. */
  type Properties = {
    /** Never more than the true remaining cost. */
    admissible: boolean;
    /** Never drops by more than a move costs. */
    consistent: boolean;
  };

  /** Why a generated state was not kept. */
  type PruneReason = "dead" | "infeasible" | "duplicate" | "bound" | "width";

  /** How a puzzle stands. */
  type PuzzleView = {
    can_redo: boolean;
    can_undo: boolean;
    /** The position in one sentence. */
    caption: string;
    /** The cells from which nothing ever gets to where it belongs. */
    dead?: number[];
    id?: string | null;
    info?: LevelInfo;
    /** Names the level's board, whatever its title. */
    key?: string;
    layers?: LayersView | null;
    /** The legal moves. */
    legal: string[];
    legend?: LegendView[];
    level?: PlaceView;
    /** What was done so far, as people count; once solved, what the solution took. */
    measures: Measures;
    /** The moves so far, in the world's notation. */
    moves?: string;
    /** Whether a solution that was just found is better than the one kept. */
    record?: boolean | null;
    /** Whether it was solved on the way here. */
    solved: boolean;
    /** How many steps a line has that was loaded. */
    steps?: number | null;
    svg?: string | null;
    /** The level in the world's usual format. */
    text?: string;
    /** What a newcomer should do now, in the first levels. */
    tip?: Tip | null;
    /** How many changes there were. */
    version: number;
    /** What the player should know. */
    warnings: Warning[];
    /** The way of the pieces in an action of several steps: for each step the cells that pieces leave and reach. */
    way: (([number, number])[])[];
    /** The world's id. */
    world?: string;
  };

  /** A world of puzzles. */
  type PuzzleWorldView = {
    /** What the editor paints with. */
    brushes: BrushView[];
    /** Whether pushes are counted beside moves. */
    counts_pushes: boolean;
    /** Whether there is a level of it every day. */
    daily: boolean;
    /** The world's best solver, with its options. */
    default_method: string;
    /** The formats of levels, the usual one first. */
    formats: string[];
    generator_options: OptionInfo[];
    heuristics: HeuristicInfo[];
    /** The word people type. */
    id: string;
    methods: MethodInfo[];
    /** The name people read. */
    name: string;
    /** Settings of the world (metric, variants, draw rules). */
    options: OptionInfo[];
    packs: PackSize[];
    /** The methods that the digits stand for, in their order. */
    quick_methods: string[];
    rules: Rules;
    /** The single steps that keys make. */
    steps: StepKey[];
    /** What it is, in one sentence. */
    summary: string;
  };

  /** A number in Elo points with its 95 % error. */
  type Rating = {
    /** The number. */
    elo: number;
    /** The half-width of the 95 % interval. */
    error: number;
  };

  /** How strength is judged. */
  type RatingMethod = "elo" | "bayes";

  /** A level that was read, the first of a text. */
  type ReadLevel = {
    /** The position in one sentence. */
    caption: string;
    info: LevelInfo;
    layers?: LayersView | null;
    /** The titles of all levels of the text. */
    levels: string[];
    svg?: string | null;
    /** The level in its world's usual format. */
    text: string;
  };

  type ReadRequest = {
    /** The record. */
    record: string;
  };

  /** A game as text. */
  type RecordView = {
    /** The record. */
    record: string;
  };

  /** Why a request was refused. */
  type Refusal = {
    /** The column there, from 1. */
    column?: number | null;
    /** The reason, in words for people. */
    error: string;
    /** The line of the text that was sent, from 1. */
    line?: number | null;
  };

  /** A turn that shows why another was wrong. */
  type RefutationStep = {
    /** The position in one sentence. */
    caption: string;
    layers?: LayersView | null;
    svg?: string | null;
    /** The turn, in the world's notation. */
    turn: string;
  };

  type RenameRequest = {
    /** Who made it. */
    author?: string;
    /** The new name. */
    name: string;
  };

  /** What a review says of a position: its value for the first side and the best turn, or how the game ended there. */
  type ReviewEntry = {
    best?: string | null;
    ending?: Ending | null;
    /** The position. */
    node: number;
    /** How many turns led there. */
    number: number;
    proof?: Outcome | null;
    value?: number | null;
  };

  type ReviewProgress = {
    done: number;
    entry: ReviewEntry;
    of: number;
  };

  /** A room changed. */
  type RoomChange = {
    /** How many changes there were; a page that shows an earlier one asks for the room. */
    version: number;
  };

  /** A finished run: what `solve --json` and `compare --json` print, and a record of the data files. */
  type Row = {
    /** The method's name alone; `exec` for another program. */
    algorithm: string;
    /** No solution is better than this. */
    bound?: number | null;
    /** The experiment it belongs to; none where a level was solved outside of any. */
    experiment?: string | null;
    /** The file or pack. */
    file: string;
    /** The heuristic that was named. */
    heuristic?: string | null;
    /** How many runs shared the machine. */
    jobs: number;
    /** The level's number there, from 1. */
    level: number;
    /** How many processes wanted a core of it in the minute before this was written, where the system tells. */
    load?: number | null;
    /** The machine: its processor and cores. */
    machine: string;
    /** Bytes that it might hold. */
    memory_limit?: number | null;
    /** The method with all its options, or the command of another program. */
    method: string;
    /** What solutions are measured in. */
    metric?: string | null;
    /** Steps of the player. */
    moves?: number | null;
    /** Whether it is proven that no solution is better. */
    optimal: boolean;
    /** The method's other options, without heuristic and seed. */
    options: string;
    /** Boxes or atoms of the level. */
    pieces?: number | null;
    /** Pushes, in worlds that count them. */
    pushes?: number | null;
    /** Why, where the status does not say it all. */
    reason?: string | null;
    /** Which repeat, from 0. */
    repeat: number;
    /** The seed that was named. */
    seed?: number | null;
    /** The world's other options. */
    settings: string;
    /** The solution, replayed. */
    solution?: string | null;
    /** States that it might expand. */
    state_limit?: number | null;
    /** What the search took. */
    stats: Stats;
    /** How it ended. */
    status: Status;
    /** Threads that it might use. */
    threads?: number | null;
    /** Seconds that it might take. */
    time_limit?: number | null;
    /** The level's title. */
    title: string;
    /** The version of Plyground. */
    version: string;
    /** The world's id. */
    world: string;
  };

  /** The rules of a world in words, and a board to try them on. */
  type Rules = {
    /** How moves are written; empty where nobody needs to be told. */
    notation: string;
    /** A board that shows what the world looks like, written in the same way; the trial where it is empty. */
    poster: string;
    /** The rules, a sentence or two each. */
    text: string[];
    /** A small board to try them on: a level in the world's notation; for a game, the options it starts with, `name=value` separated by semicolons. */
    trial: string;
  };

  type SavePositionRequest = {
    /** The name to save it under. */
    name?: string;
  };

  type SaveRequest = {
    /** The number of the own level it replaces. */
    id?: number | null;
    /** The level in any format of the world. */
    text: string;
    /** Its title. */
    title: string;
  };

  type SaveRequest2 = {
    /** The name to save it under. */
    name: string;
    /** The game record. */
    record: string;
  };

  /** A game that was saved. */
  type SavedGame = {
    /** When it was saved, in seconds since 1970. */
    at: number;
    /** Its number. */
    id: number;
    /** The name it was saved under. */
    name: string;
    /** The game record. */
    record: string;
    /** The world it belongs to. */
    world: string;
  };

  /** A starting position with a name. */
  type SetupInfo = {
    /** The word people type. */
    id: string;
    /** The name people read. */
    name: string;
    /** The one to offer first to people who have no wish of their own. */
    recommended: boolean;
  };

  type SetupRequest = {
    /** A cell whose piece is to change: from none to the first side's, to the second's, to none. */
    cell?: number | null;
    /** Takes all pieces off the board. */
    clear?: boolean;
    /** `setup`, `size`, `position` and the world's own options. */
    options?: Record<string, string>;
    /** The side that is to move. */
    turn?: Turn | null;
  };

  /** A position in the making. */
  type SetupView = {
    /** The position in one sentence. */
    caption: string;
    /** How the game is over there; null where it can go on. */
    ending?: Ending | null;
    layers?: LayersView | null;
    /** The position as text. */
    position: string;
    /** The side to move. */
    side: Side;
    svg?: string | null;
  };

  /** How many things of a kind are kept, how many may be, and how large one may be. */
  type Share = {
    /** How many are kept. */
    kept: number;
    /** The most bytes of one. */
    largest: number;
    /** How many may be kept. */
    most: number;
  };

  /** One of the two players. */
  type Side = "first" | "second";

  /** The sizes that a board can have. */
  type Sizes = {
    from: number;
    to: number;
    usual: number;
  };

  /** A solution that is kept. */
  type SolutionView = {
    /** The method that found it; empty for you. */
    by: string;
    measures: Measures;
    /** The solution, in the world's notation. */
    moves: string;
  };

  type SolveHereRequest = {
    /** Whether the moves made so far do not count. */
    from_start?: boolean;
    /** What it may use. */
    limits?: LimitsRequest;
    /** The method with its options; the world's best where empty. */
    method?: string;
    /** The world's options. */
    options?: Record<string, string>;
  };

  type SolveRequest = {
    /** How many events to record at most, where it is watched. */
    events?: number | null;
    /** The level. */
    level?: LevelRef;
    /** What it may use. */
    limits?: LimitsRequest;
    /** The method with its options; the world's best where empty. */
    method?: string;
    /** The world's options. */
    options?: Record<string, string>;
  };

  /** What a solver found, as it is told outside: in texts, with a solution that was replayed. Where it is written down (rows of the lab, JSON, answers of the API), its fields stand in the row itself. */
  type Solved = {
    /** No solution is better than this, in the metric asked for. */
    bound?: number | null;
    /** The method, with its options. */
    method: string;
    /** Steps of the player; null where no solution was found. */
    moves?: number | null;
    /** Whether it is proven that no solution is better. */
    optimal: boolean;
    /** Pushes, in worlds that count them. */
    pushes?: number | null;
    /** Why, where the status does not say it all: another program failed, or was not replayed. */
    reason?: string | null;
    /** The solution in the world's notation. Also present where a limit came before the proof. */
    solution?: string | null;
    /** What it took. */
    stats: Stats;
    /** How it ended. */
    status: Status;
  };

  /** A cell that is pointed out. */
  type Spot = {
    /** The cell of the scene. */
    cell: number;
    /** Its colour. */
    tone: Tone;
  };

  /** Where a player stands. */
  type Standing = {
    /** Games drawn. */
    draws: number;
    /** Games lost by what the player did, not by the rules: these count among the lost ones. */
    forfeits: number;
    /** Games played. */
    games: number;
    /** Its longest thought in seconds. */
    longest: number;
    /** Games lost. */
    losses: number;
    /** Its name. */
    name: string;
    /** The player's index. */
    player: number;
    /** Points: a draw is a half. */
    points: number;
    /** The place, from 1. */
    rank: number;
    /** Its strength, the mean of all players being 0. */
    rating: Rating;
    /** How likely it is that the player is stronger than the next one. */
    stronger_than_next?: number | null;
    /** Games won. */
    wins: number;
  };

  /** What a search did, counted the same way for all methods. */
  type Stats = {
    /** States dropped as unsolvable. */
    dead_ends: number;
    /** Heuristic estimates made. */
    evaluated: number;
    /** States whose successors were generated. */
    expanded: number;
    /** Successors generated. */
    generated: number;
    /** The most bytes held at once by the search. */
    peak_bytes: number;
    /** The most states that waited at once. */
    peak_frontier: number;
    /** States opened again by a cheaper path. */
    reopened: number;
    /** Wall time. */
    seconds: number;
  };

  /** How a search ended. */
  type Status = "solved" | "unsolvable" | "not_found" | "time_limit" | "state_limit" | "memory_limit" | "cancelled" | "failed";

  /** A single step that a key, a swipe or a button makes. */
  type StepKey = {
    /** The arrow that makes it. */
    arrow: Direction;
    /** The step in the world's notation; case does not matter. */
    text: string;
    /** What it does, in a word: `up`. */
    word: string;
  };

  /** What the store holds. */
  type StorageView = {
    /** The bytes of the whole store. */
    bytes: number;
    /** Saved games. */
    games: Share;
    /** The most bytes of one request. */
    largest_request: number;
    /** Own levels. */
    levels: Share;
    /** How many rooms are kept at most; the oldest go first. */
    most_rooms: number;
    /** What a person should know: of a damaged store, of entries that cannot be read. */
    remarks: string[];
  };

  type Stroke = {
    /** The brush's name. */
    brush: string;
    /** The cell, as an index into those of the picture. */
    cell: number;
  };

  /** What a sequential test says. */
  type Test = {
    /** At plus or minus this the test ends. */
    bound: number;
    /** The hypotheses, as differences in Elo. */
    elo: [number, number];
    /** The log-likelihood ratio. */
    llr: number;
    /** What it says. */
    verdict: Verdict;
  };

  type ThinkRequest = {
    /** Plies to look ahead. */
    depth?: number | null;
    /** How many lines. */
    lines?: number | null;
    /** The method with its options; the world's best where empty. */
    method?: string;
    /** Milliseconds to think, for each position. */
    milliseconds?: number | null;
    /** Positions to visit. */
    nodes?: number | null;
  };

  /** What a player thinks of a position. */
  type ThoughtText = {
    /** The chosen move first; then those proven equally good, where the method is exact. */
    best: string[];
    /** Plies looked ahead (completed). */
    depth: number;
    /** The best lines, best first. */
    lines: LineText[];
    /** Positions visited. */
    nodes: number;
    /** The proven value for the side to move, if there is a proof. */
    proof?: Proof | null;
    /** The value for the side to move. */
    score: number;
    /** Time since it began. */
    seconds: number;
  };

  /** How much time the sides have. */
  type TimeControl = {
    /** Seconds for the whole game; 0 for no limit. */
    game?: number;
    /** Seconds added with every turn. */
    increment?: number;
    /** Seconds for one turn; 0 for no limit. */
    turn?: number;
  };

  /** How much time the sides have. */
  type TimeRequest = {
    /** Seconds for the whole game; 0 for no limit. */
    game?: number;
    /** Seconds added with every turn. */
    increment?: number;
    /** Seconds for one turn; 0 for no limit. */
    turn?: number;
  };

  type Times = {
    /** How often; as often as possible where it is 0. */
    times?: number;
  };

  /** What to do now, for somebody who plays for the first time. */
  type Tip = {
    /** The cells it speaks of, as indices into the scene's cells: those to point at first. */
    cells: number[];
    /** A line of words. */
    text: string;
  };

  /** The colour of a piece or mark, by role; each renderer has its palette for light and dark. */
  type Tone = "black" | "white" | "grey" | "wood" | "gold" | "red" | "green" | "blue" | "purple" | "orange" | "teal";

  /** A tournament that was played, or a part of one. */
  type Tournament = {
    /** Results by index of player and opponent. */
    cross_table: CrossTable;
    /** Whether nothing is left to play. */
    finished: boolean;
    /** What the first move is worth, where the method estimates it. */
    first_move?: Rating | null;
    /** Who played whom. */
    form: Form;
    /** The games, in the order of the schedule. */
    games: Game[];
    /** The players' names by index. */
    players: string[];
    /** How strength was judged. */
    ratings: RatingMethod;
    /** Rounds of the schedule. */
    rounds: number;
    /** Games of the schedule. */
    scheduled: number;
    /** The test between two players, where there was one. */
    sprt?: Test | null;
    /** The players, best first. */
    standings: Standing[];
    /** The world's id. */
    world: string;
  };

  /** What is done of a tournament that is played. */
  type TournamentProgress = {
    cross_table?: CrossTable;
    /** How many parts are done. */
    done: number;
    game?: Game;
    /** How many seconds are left, by what it took so far. */
    left?: number | null;
    /** What is under way. */
    run: string;
    standings?: Standing[];
    /** How many there are. */
    total: number;
  };

  type TournamentRequest = {
    /** Whether only the first player meets the others. */
    gauntlet?: boolean;
    /** Milliseconds for a move at most. */
    milliseconds?: number | null;
    /** Turns at random with which the games of a round begin. */
    opening_turns?: number;
    /** `setup`, `size`, `position` and the world's own options. */
    options?: Record<string, string>;
    /** Who takes part: methods with their options. */
    players: string[];
    /** `elo` or `bayes`. */
    ratings?: string;
    /** In a round every pairing plays one opening twice, with swapped sides. */
    rounds: number;
    /** The seed of openings and of players that use chance. */
    seed?: number;
    /** The world's id. */
    world: string;
  };

  /** A tournament that is open, and how it stands. */
  type TournamentView = {
    /** The tournament. */
    id: string;
    /** What was asked for. */
    request: TournamentRequest;
    /** The games so far, and what they show. */
    result: Tournament;
  };

  /** Something a search did. `g`, `h` and `f` are in the units of the metric. Numbers name states: the same state has the same number in all events. */
  type TraceEvent = {
    event: "expanded";
    /** Their sum. */
    f: number;
    /** States waiting. */
    frontier: number;
    /** Cost from the start. */
    g: number;
    /** Estimate of the rest. */
    h: number;
    /** The state. */
    id: number;
  } | {
    event: "generated";
    /** Their sum. */
    f: number;
    /** Cost from the start. */
    g: number;
    /** Estimate of the rest. */
    h: number;
    /** The state. */
    id: number;
    /** The state it came from. */
    parent: number;
    /** The step between the two, in the world's notation. */
    step: string;
  } | {
    event: "pruned";
    /** The state it came from. */
    parent: number;
    /** The step to it, in the world's notation. */
    step: string;
    /** Why. */
    why: PruneReason;
  } | {
    /** The new bound, or the number of the trial. */
    bound: number;
    event: "iteration";
  };

  /** Which search a trace is of, and how it ended: the first line of a trace file. */
  type TraceHead = {
    /** Whether the search went on when the recorder was full. */
    cut: boolean;
    /** The level in its world's usual format. */
    level: string;
    /** The world's options that were in force: without them, not every move need be legal. */
    options: Record<string, string>;
    /** What came of it. */
    solved: Solved;
    /** The level's title. */
    title: string;
    /** The world's id. */
    world: string;
  };

  /** A change to the whole of a draft. */
  type Transform = "mirror" | "rotate" | "trim";

  type Turn = "first" | "second";

  /** What a test says so far. */
  type Verdict = "accepted" | "rejected" | "open";

  /** Something a player of a puzzle should know about a position. */
  type Warning = {
    /** The cells concerned, as indices into the scene's cells. */
    cells: number[];
    /** In words. */
    text: string;
  };

  /** What a search did. */
  type Watched = {
    /** Everything it did, in order. */
    events: TraceEvent[];
    head: TraceHead;
  };

  /** A world with all that it offers. */
  type WorldView = PuzzleWorldView & {
    kind: "puzzle";
  } | GameWorldView & {
    kind: "game";
  };

  type WriteRequest = {
    /** One of the world's formats. */
    format: string;
    /** The level. */
    level: LevelRef;
  };
}
