// @ts-check
/** What the parts of the lab share: work that goes on while one listens, and what was done earlier. */
import { catalog, gamesOf, note, stream } from './api.js';
import { h, link, plural, toast } from './dom.js';

/** How many pieces of work the page remembers. */
const REMEMBERED = 12;

/** The doors between the parts of the lab. @param {string} open */
export function labTabs(open) {
  const tab = (/** @type {string} */ href, /** @type {string} */ name) =>
    h('a', { href, 'data-link': true, 'aria-current': href === open ? 'page' : null }, name);
  const tabs = h(
    'nav',
    { class: 'tabs', 'aria-label': 'Parts of the lab' },
    tab('/lab', 'Compare solvers'),
    tab('/lab/tournament', 'Tournament'),
  );
  catalog().then(({ worlds }) => {
    if (gamesOf(worlds).some((world) => world.state_space)) tabs.append(tab('/lab/expand', 'State space'));
  });
  return tabs;
}

/** How long something may still take. @param {number} seconds */
export function duration(seconds) {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/**
 * Work of many parts: its bar, what it does now, cancel and go on. It runs while somebody listens; whoever comes back
 * goes on, unless it was cancelled.
 * @template View How it stands at the end.
 * @template {{ done: number, total: number, run?: string, left?: number | null }} Progress What is told on the way.
 */
export class LongWork {
  /** @param {{path: string, noun: string, verb: string, told: (data: Progress) => void, ended: (view: View) => void}} given */
  constructor({ path, noun, verb, told, ended }) {
    this.path = path;
    this.noun = noun;
    this.verb = verb;
    this.told = told;
    this.ended = ended;
    this.id = '';
    this.done = 0;
    this.total = 1;
    /** @type {AbortController | null} */ this.running = null;
    this.bar = h('progress', { max: 1, value: 0, 'aria-label': `How much is ${verb}` });
    this.status = h('p', { class: 'status', role: 'status' });
    this.cancelButton = h('button', { type: 'button', onclick: () => this.stop() }, 'Cancel');
    this.goOnButton = h('button', { type: 'button', class: 'primary', onclick: () => this.run() }, 'Go on');
  }

  /** Which work it is, and how far. @param {string} id @param {number} done @param {number} total */
  enter(id, done, total) {
    this.id = id;
    this.draw({ done, total });
  }

  /** @param {{done: number, total: number, run?: string, left?: number | null}} progress */
  draw({ done, total, run, left }) {
    this.done = done;
    this.total = total;
    this.bar.max = total;
    this.bar.value = done;
    const active = Boolean(this.running);
    const how = `${done} of ${plural(total, this.noun)} ${this.verb}`;
    const now = `${how}${run ? `; now ${run}` : ''}.${left ? ` About ${duration(left)} left.` : ''}`;
    this.status.textContent = done >= total ? `All ${plural(total, this.noun)} ${this.verb}.` : active ? now : `Stopped: ${how}.`;
    this.cancelButton.hidden = !active;
    this.goOnButton.hidden = active || done >= total;
  }

  /** Does what is left, unless it was cancelled before. */
  goOn() {
    if (this.done < this.total && !sessionStorage.getItem(`stopped ${this.id}`)) this.run();
  }

  /** Does what is left. */
  async run() {
    this.running?.abort();
    const running = (this.running = new AbortController());
    sessionStorage.removeItem(`stopped ${this.id}`);
    this.draw({ done: this.done, total: this.total });
    try {
      const view = await stream(
        `${this.path}/${this.id}/run`,
        {},
        (name, data) => {
          if (name === 'queued') this.status.textContent = 'Waiting for a free core …';
          if (name !== 'progress') return;
          this.told(data);
          this.draw(data);
        },
        running.signal,
      );
      this.running = null;
      this.ended(view);
    } catch (error) {
      if (running.signal.aborted) return;
      this.running = null;
      toast(error instanceof Error ? error.message : String(error), 'error');
      this.draw({ done: this.done, total: this.total });
    }
  }

  /** Brings how it goes into sight, where it lies below what was asked for. */
  seen() {
    requestAnimationFrame(() => this.status.scrollIntoView({ block: 'center' }));
  }

  stop() {
    this.leave();
    sessionStorage.setItem(`stopped ${this.id}`, 'yes');
    this.draw({ done: this.done, total: this.total });
  }

  leave() {
    this.running?.abort();
    this.running = null;
  }
}

/** What was done earlier, under a name on the server. */
export class Earlier {
  /** @param {string} name @param {string} title @param {string} path @param {string} noun */
  constructor(name, title, path, noun) {
    this.name = name;
    this.title = title;
    this.path = path;
    this.noun = noun;
    this.element = h('div', { class: 'panel', hidden: true });
    this.draw();
  }

  /** @param {string} id @param {string} title @param {number} count */
  async add(id, title, count) {
    const list = (await note.read(this.name)) ?? [];
    await note.write(this.name, [{ id, title: title.slice(0, 120), count, at: Date.now() }, ...list].slice(0, REMEMBERED));
    await this.draw();
  }

  async draw() {
    const list = (await note.read(this.name)) ?? [];
    this.element.hidden = !list.length;
    const entry = (/** @type {{ id: string, title: string, count: number, at: number }} */ { id, title, count, at }) =>
      h(
        'li',
        null,
        link(`${this.path}/${id}`, title),
        h('small', { class: 'quiet' }, ` ${plural(count, this.noun)}, ${new Date(at).toLocaleString()}`),
      );
    this.element.replaceChildren(h('h2', null, this.title), h('ul', { class: 'plain' }, list.map(entry)));
  }
}
