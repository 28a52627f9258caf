/** What the program refused; the message is its sentence. */
export class Refused extends Error {
  name: 'Refused';
}

export type Side = 'black' | 'white';

/** A game that the engine knows. */
export interface Game {
  name: string;
  sizes: string[];
  [key: string]: unknown;
}

/** A game in progress, as the message `state` of the protocol has it. */
export interface State {
  game: string;
  size: string;
  /** The position in the notation of the game. */
  position: string;
  /** All moves, those taken back too; `at` of them led to the position. */
  moves: string[];
  at: number;
  to_move: Side;
  /** How the game has ended; `null` while it goes on. */
  result: unknown;
  /** The legal moves, each with the places of the board to click for it. */
  legal: { move: string; clicks: string[] }[];
  [key: string]: unknown;
}

/** A score, seen from the side to move: an estimate or an exact value. */
export type Score = Record<string, number | null>;

/** A line of an analysis. */
export interface Line {
  depth: number;
  score: Score;
  /** The expected moves. */
  pv: string[];
  [key: string]: unknown;
}

export interface Options {
  /** The size of the table of the search, in MiB; 16 by default. */
  table?: number;
  /** Whether the search has a thread of its own; by default, wherever that is possible. */
  threads?: boolean;
}

export interface Opening {
  /** The size of the board, such as `7x6`. */
  size?: string;
  /** A position to begin from. */
  start?: string;
  moves?: string[];
}

export interface Thinking {
  /** 1 to 10, which is full strength and the default. */
  level?: number | string;
  /** Seconds for the move, 0.001 to 600. */
  time?: number;
  /** Plies. */
  depth?: number;
  /** The name of an evaluation of the game. */
  evaluation?: string;
}

/** A game in progress, with a worker of its own. */
export class Engine {
  private constructor();

  /** Starts an engine. */
  static start(options?: Options): Promise<Engine>;

  /** The games that it knows. */
  readonly games: Game[];

  /** The game in progress; `null` before the first is opened. */
  readonly state: State | null;

  /** Whether the search has a thread of its own. */
  readonly isThreaded: boolean;

  /** Begins a game. */
  open(game: string, opening?: Opening): Promise<State>;

  /** Loads a record (SGF or GGF), a list of moves, or a position. */
  load(text: string): Promise<State>;

  /** Plays a move by its name. */
  play(move: string): Promise<State>;

  /** Goes to the position after so many moves of the game. */
  goto(ply: number): Promise<State>;

  /** Lets the machine play a move for the side to move, and returns its name. */
  genmove(thinking?: Thinking): Promise<string>;

  /** What the engine thinks of the position: the best lines, deeper and deeper, for up to a minute. */
  analyze(): AsyncGenerator<Line[], void, void>;

  /** Says a message of the protocol. */
  send(message: { do: string; [key: string]: unknown }): void;

  /** Calls a function for each message of the program; returns a function that ends this. */
  listen(hear: (message: { is: string; [key: string]: unknown }) => void): () => void;

  /** Ends the engine with all its threads. What waits for it fails. */
  end(): Promise<void>;
}
