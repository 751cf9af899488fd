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

  /** How much time the sides have. */
  type Clock = {
    /** Seconds for the whole game; 0 for no limit. */
    game?: number;
    /** Seconds added with every turn. */
    increment?: number;
    /** Seconds for one turn; 0 for no limit. */
    turn?: number;
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

  type CommentRequest = {
    /** The turn's number; 0 is the start. */
    node: number;
    /** The comment; an empty one takes it away. */
    text: string;
  };

  type DraftRequest = {
    /** Another number of columns and rows. */
    size?: [number, number] | null;
    /** Where to paint, and with which brushes. */
    strokes?: Stroke[];
    /** The draft as text; the world's blank one where there is none. */
    text?: string | null;
  };

  type DropRequest = {
    /** The number of the own level. */
    id: number;
  };

  type DropRequest2 = {
    /** The number of the saved game. */
    id: number;
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

  /** How a game stands, where it is looked at. */
  type GameView = {
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

  /** A legal thing to do, as a hand does it: select these, then point there. */
  type Intent = {
    /** The cells to select first, as indices into the scene's cells; may be empty. */
    select: number[];
    /** The cell to point at. */
    target: number;
    /** The move, or line of moves, in the world's notation. */
    text: string;
  };

  /** The layers of a picture that change from move to move, as SVG. */
  type LayersView = {
    arrows: string;
    links: string;
    marks: string;
    pieces: string;
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
    /** Its title; empty where it has none. */
    title: string;
    /** Columns of the board. */
    width: number;
  };

  /** Which level is meant: one of a pack, one of the person's own, or a text. */
  type LevelRef = {
    /** The number in the pack or in the text, from 1. */
    level?: number | null;
    /** The number of an own level. */
    own?: number | null;
    /** The pack's name. */
    pack?: string | null;
    /** A level, or a file of levels, in any format of the world. */
    text?: string | null;
  };

  type LimitsRequest = {
    /** Bytes to hold. */
    memory?: number | null;
    /** Wall time in seconds. */
    seconds?: number | null;
    /** States to expand. */
    states?: number | null;
  };

  /** A continuation and what it is worth. */
  type LineText = {
    /** The turns, first one first; the last may be a part. */
    moves: string[];
    /** The value for the side to move at the root. */
    score: number;
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
    clock?: Clock;
    /** Turns to play at once. */
    moves?: string[];
    /** `setup`, `size`, `position` and the world's own options. */
    options?: Record<string, string>;
    /** Who plays, first side first: a method, or null for a person. */
    players?: [string | null, string | null];
    /** The world's id. */
    world: string;
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

  /** How a game ended. */
  type Outcome = {
    win: Side;
  } | "draw";

  /** Levels of a pack. */
  type PackLevels = {
    /** Which of its levels: `1-5, 9`; all where empty. */
    levels?: string;
    /** The pack's name. */
    pack: string;
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

  type PlayersRequest = {
    /** Who plays from now on, first side first: a method, or null for a person. */
    players: [string | null, string | null];
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

  /** A proven value, for the side to move. */
  type Proof = "win" | "loss" | "draw";

  /** How a puzzle stands. */
  type PuzzleView = {
    can_redo: boolean;
    can_undo: boolean;
    /** The position in one sentence. */
    caption: string;
    id?: string | null;
    info?: LevelInfo;
    layers?: LayersView | null;
    /** The legal moves. */
    legal: string[];
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
    /** What the player should know. */
    warnings: Warning[];
    /** The world's id. */
    world?: string;
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

  /** One of the two players. */
  type Side = "first" | "second";

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

  /** What a solver found. */
  type Solved = {
    /** No solution is better than this, in the metric asked for. */
    bound?: number | null;
    /** What the solution takes. */
    measures?: Measures | null;
    /** The method, with its options. */
    method: string;
    /** Whether it is proven that no solution is better. */
    optimal: boolean;
    /** The solution in the world's notation. Also present where a limit came before the proof. */
    solution?: string | null;
    /** What it took. */
    stats: Stats;
    /** How it ended. */
    status: Status;
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
  type Status = "solved" | "unsolvable" | "not_found" | "time_limit" | "state_limit" | "memory_limit" | "cancelled";

  type Stroke = {
    /** The brush's name. */
    brush: string;
    /** The cell, as an index into those of the picture. */
    cell: number;
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

  type Times = {
    /** How often; as often as possible where it is 0. */
    times?: number;
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

  type Turn = "first" | "second";

  /** Something a player of a puzzle should know about a position. */
  type Warning = {
    /** The cells concerned, as indices into the scene's cells. */
    cells: number[];
    /** In words. */
    text: string;
  };

  type WriteRequest = {
    /** One of the world's formats. */
    format: string;
    /** The level. */
    level: LevelRef;
  };
}
