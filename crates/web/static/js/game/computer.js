// @ts-check
/** The computer's turns: a method thinks on the server, and its turn is shown. */
import { stream } from '../api.js';
import { thousands, toast, tried } from '../dom.js';

/** The least time between two moves of the computer, so that one sees them, in milliseconds. */
const BREATH = 250;

export class Computer {
  /** @param {import('./screen.js').GameScreen} game */
  constructor(game) {
    this.game = game;
    /** @type {AbortController | null} */ this.thinking = null;
  }

  /** Calls off what it thinks about. */
  stop() {
    this.thinking?.abort();
    this.thinking = null;
  }

  /** Lets a method play where it is its turn. */
  proceed() {
    const { view, running, turns } = this.game;
    const player = view.players[view.side === 'first' ? 0 : 1];
    if (!running || !turns.live || view.ending || !player || this.thinking) return;
    this.think(player, BREATH)
      .then((played) => played && this.proceed())
      .catch((error) => toast(error.message, 'error'));
  }

  /** A method plays the next turn; false where it was called off. @param {string} player @param {number} least milliseconds */
  async think(player, least) {
    this.stop();
    const { game } = this;
    const thinking = (this.thinking = new AbortController());
    const began = Date.now();
    try {
      const view = await stream(
        `/api/game/${game.id}/think`,
        { method: player },
        (name, data) => {
          if (name !== 'progress') return;
          const who = player ? game.clocks.name(player) : 'The computer';
          game.status.textContent = `${who} thinks: depth ${data.depth}, ${thousands(data.nodes)} positions`;
        },
        thinking.signal,
      );
      await new Promise((done) => setTimeout(done, Math.max(0, least - (Date.now() - began))));
      if (thinking.signal.aborted) return false;
      game.show(view);
      return true;
    } catch (error) {
      if (thinking.signal.aborted) return false;
      throw error;
    } finally {
      if (this.thinking === thinking) this.thinking = null;
    }
  }

  /** The computer plays one turn, wherever one looks. */
  ask() {
    const { players, side } = this.game.view;
    const player = players[side === 'first' ? 0 : 1] ?? players.find((one) => one) ?? '';
    return tried(async () => void (await this.think(player, 0)));
  }
}
