// @ts-check
/** Talks to the server. Errors carry words for people. */

export class Refused extends Error {
  /** @param {string} message @param {number} status @param {Partial<Api.Refusal>} place */
  constructor(message, status, place = {}) {
    super(message);
    this.status = status;
    this.line = place.line;
    this.column = place.column;
  }
}

/** @param {Response} response */
async function refusal(response) {
  /** @type {Partial<Api.Refusal>} */
  let body = {};
  try {
    body = await response.json();
  } catch {
    // Not JSON: the status alone must do.
  }
  const message = body.error ?? `The server answered ${response.status}.`;
  return new Refused(message, response.status, body);
}

/** @param {string} path @param {RequestInit} [init] */
async function ask(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    throw new Refused('The server does not answer. Is it still running?', 0);
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

/** @param {unknown} body @param {AbortSignal} [signal] @returns {RequestInit} */
const json = (body, signal) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body ?? {}),
  signal,
});

// What an answer holds is said where it is asked for, with a type of types/api.d.ts.

/** @template [T=any] @param {string} path @returns {Promise<T>} */
export const get = async (path) => (await ask(path)).json();

/** @template [T=any] @param {string} path @param {unknown} [body] @returns {Promise<T>} */
export const post = async (path, body) => (await ask(path, json(body))).json();

/**
 * An answer that somebody still waits for; one for what was left meanwhile ends quietly.
 * @template T @param {Promise<T>} answer @param {() => boolean} wanted @returns {Promise<T>}
 */
export async function unlessLeft(answer, wanted) {
  const given = await answer;
  if (!wanted()) throw new DOMException('It was left meanwhile.', 'AbortError');
  return given;
}

/**
 * Runs something long. Calls `told(name, data)` for each event on the way and gives the result.
 * Aborting the signal cancels the search on the server.
 * @template [T=any] The result.
 * @template [P=any] What is told on the way.
 * @param {string} path
 * @param {unknown} body
 * @param {(name: string, data: P) => void} told
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function stream(path, body, told, signal) {
  const response = await ask(path, json(body, signal));
  if (!response.body) throw new Refused('The server sent nothing.', 0);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Refused('The search was cut off.', 0);
    text += value;
    let end;
    while ((end = text.indexOf('\n\n')) >= 0) {
      const message = text.slice(0, end);
      text = text.slice(end + 2);
      let name = 'message';
      const data = [];
      for (const line of message.split('\n')) {
        if (line.startsWith('event:')) name = line.slice(6).trim();
        if (line.startsWith('data:')) data.push(line.slice(5).trimStart());
      }
      if (!data.length) continue;
      const parsed = JSON.parse(data.join('\n'));
      if (name === 'result') return parsed;
      if (name === 'error') throw new Refused(parsed.error, 0);
      told(name, parsed);
    }
  }
}

/** What the page keeps on the server, so that a reload or another browser finds it again. */
export const note = {
  /** @param {string} name */
  read: (name) => get(`/api/note/${encodeURIComponent(name)}`).catch(() => null),
  /** @param {string} name @param {unknown} value */
  write: (name, value) => post(`/api/note/${encodeURIComponent(name)}`, { value }).catch(() => null),
};

/** @type {Promise<Api.CatalogView> | undefined} */
let known;
/** The worlds with all that they offer; asked for once. */
export const catalog = () => (known ??= get('/api/worlds'));

/** @typedef {Extract<Api.WorldView, { kind: 'puzzle' }>} PuzzleWorld */
/** @typedef {Extract<Api.WorldView, { kind: 'game' }>} GameWorld */

/** The worlds of puzzles. @param {Api.WorldView[]} worlds @returns {PuzzleWorld[]} */
export const puzzlesOf = (worlds) => worlds.filter((world) => world.kind === 'puzzle');
/** The worlds of games. @param {Api.WorldView[]} worlds @returns {GameWorld[]} */
export const gamesOf = (worlds) => worlds.filter((world) => world.kind === 'game');
