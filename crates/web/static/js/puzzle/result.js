// @ts-check
/** What a person sees after a solution: how good it was, and where to go from here. */
import { celebrate } from '../confetti.js';
import { h, link, tried } from '../dom.js';
import { inCollection, progress } from './course.js';
import { formulaText, noteOf } from './words.js';

/** @param {string} text @param {() => void} action @param {import('../dom.js').Attributes} [more] */
const button = (text, action, more = {}) => h('button', { type: 'button', onclick: action, ...more }, text);

export class Result {
  /**
   * @param {import('../api.js').PuzzleWorld} world
   * @param {{ open: (level: Api.LevelRef) => void, replay: (moves: string) => void, share: () => void, levels: () => void }} doors
   */
  constructor(world, doors) {
    this.world = world;
    this.doors = doors;
    this.element = h('section', { class: 'panel result', 'aria-label': 'Result', hidden: true });
    /** @type {Api.LevelRef | null} */ this.next = null;
  }

  hide() {
    this.element.hidden = true;
    this.next = null;
  }

  /** Goes on, if there is somewhere to go; says whether there was. */
  goOn() {
    if (this.element.hidden || !this.next) return false;
    this.doors.open(this.next);
    return true;
  }

  /**
   * @param {{ measures: Api.Measures, moves: string, info: Api.LevelInfo, place: Api.PlaceView, record: boolean | undefined, fresh: boolean }} solved
   */
  show({ measures, moves, info, place, record, fresh }) {
    const best = info.best;
    const pushes = measures.pushes != null;
    const better = best && measures.moves < best.moves;
    const even = best && measures.moves === best.moves;
    const row = (/** @type {string} */ name, /** @type {Api.Measures} */ entry) =>
      h(
        'tr',
        null,
        h('th', { scope: 'row' }, name),
        h('td', { class: 'n' }, entry.moves),
        pushes && h('td', { class: 'n' }, entry.pushes ?? '–'),
      );
    const formula = noteOf(info, 'formula');
    const head = formula ? `${info.title}, ${formulaText(formula)}` : better ? 'Better than the best known!' : 'Solved!';
    const verdict = better ? 'A new best.' : even ? 'That is the best known.' : record ? 'Your best so far.' : '';
    this.where = h('p', { class: 'quiet' });
    this.nextButton = button('Next level', () => this.goOn(), { class: 'primary', 'aria-keyshortcuts': 'Enter', disabled: true });
    this.element.replaceChildren(
      h('h2', null, head),
      h(
        'table',
        { class: 'data' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            h('td', null),
            h('th', { scope: 'col', class: 'n' }, 'moves'),
            pushes && h('th', { scope: 'col', class: 'n' }, 'pushes'),
          ),
        ),
        h('tbody', null, row('You', measures), best && row(best.proven ? 'Best possible' : 'Best known', best)),
      ),
      h('p', null, [verdict, info.idea && `What it was about: ${info.idea}`].filter(Boolean).join(' ')),
      this.where,
      h(
        'div',
        { class: 'row' },
        this.nextButton,
        button('Replay yours', () => this.doors.replay(moves)),
        best && button('Replay the best', () => this.doors.replay(best.solution)),
        button('Share', () => this.doors.share()),
      ),
    );
    this.element.hidden = false;
    this.element.scrollIntoView?.({ block: 'nearest' });
    if (fresh) celebrate();
    if (inCollection(place)) tried(() => this.lead(place, fresh));
    else if (place?.day) this.nextButton.replaceWith(link(`/daily/${place.day}`, 'The levels of the day', 'button primary'));
    else this.nextButton.replaceWith(button('Levels', () => this.doors.levels(), { class: 'primary' }));
  }

  /** Says how far the collection is, and where it goes on. @param {import('./course.js').Place} place @param {boolean} fresh */
  async lead(place, fresh) {
    const far = await progress(this.world, place);
    this.next = far.next;
    this.nextButton.disabled = !far.next;
    if (far.next) this.nextButton.textContent = `Next: ${far.next.level}. ${far.nextTitle || 'level'}`;
    const words = [`${far.solved} of ${far.levels} in ${place.pack}.`];
    if (far.finished) words.unshift(`You have finished ${place.pack}: every level of it is solved!`);
    else if (far.chapterDone && far.chapter) words.unshift(`The chapter “${far.chapter}” is done.`);
    if (far.nextChapter) words.push(`Next comes “${far.nextChapter}”.`);
    this.where.textContent = words.join(' ');
    this.element.classList.toggle('finished', far.finished);
    if (far.finished && fresh) for (const later of [400, 900, 1500]) setTimeout(celebrate, later);
  }
}
