// @ts-check
/** The collections of a world, to choose a level from: what ships and what is one's own look the same. */
import { post } from '../api.js';
import { dialog, download, field, h, select, toast, tried } from '../dom.js';
import { collection, collections } from './course.js';
import { counted, noteOf } from './words.js';

/** @param {string} text @param {() => void} action @param {import('../dom.js').Attributes} [more] */
const button = (text, action, more = {}) => h('button', { type: 'button', onclick: action, ...more }, text);

/** Whether small pictures are for a dark page. */
const isDark = () => {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
};

/** @param {import('../api.js').PuzzleWorld} world @param {Api.PlaceView} place where the person is @param {{ open: (level: Api.LevelRef) => void, import: () => void }} doors */
export async function showLevels(world, place, doors) {
  const shelf = new Shelf(world, place, doors);
  await shelf.fill();
  shelf.shown = dialog(`${world.name}: levels`, [
    h(
      'div',
      { class: 'row tight' },
      shelf.search,
      button('Import …', () => (shelf.shown?.close(), doors.import())),
    ),
    h(
      'p',
      { class: 'quiet' },
      `Under each level: ${world.counts_pushes ? 'moves / pushes' : 'moves'} of your best solution (✓), or of the best known.`,
    ),
    shelf.list,
  ]);
  shelf.shown?.classList.add('wide-dialog');
  shelf.list.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
}

class Shelf {
  /** @param {import('../api.js').PuzzleWorld} world @param {Api.PlaceView} place @param {{ open: (level: Api.LevelRef) => void, import: () => void }} doors */
  constructor(world, place, doors) {
    this.world = world;
    this.place = place;
    this.doors = doors;
    /** @type {HTMLDialogElement | null} */ this.shown = null;
    this.list = h('div', { class: 'shelf' });
    this.search = h('input', { type: 'search', placeholder: 'Search by name', 'aria-label': 'Search by name', oninput: () => this.find() });
  }

  async fill() {
    const all = await collections(this.world.id);
    const here = all.find((one) => one.name === this.place?.pack) ?? all[0];
    this.list.replaceChildren(...all.map((one) => this.section(one, one === here)));
    await Promise.all([...this.list.children].filter((section) => section.open).map((section) => section.load()));
  }

  /** @param {Api.CollectionView} about @param {boolean} open */
  section(about, open) {
    const levels = h('div', { class: 'levels' });
    const own = [button('Rename', () => this.rename(about)), button('Delete', () => this.drop(about))];
    const section = h(
      'details',
      { class: 'collection', open },
      h(
        'summary',
        null,
        h('h3', null, about.name),
        h(
          'span',
          { class: 'quiet' },
          [about.author && `by ${about.author}`, `${about.solved} of ${about.levels} solved`].filter(Boolean).join(' · '),
        ),
        h('progress', { max: Math.max(1, about.levels), value: about.solved, 'aria-label': `${about.name}: solved` }),
      ),
      about.introduction && h('p', { class: 'quiet introduction' }, about.introduction),
      h(
        'div',
        { class: 'row' },
        button('Export …', () => this.export(about)),
        !about.shipped && own,
      ),
      levels,
    );
    let loaded = false;
    section.load = async () => {
      if (loaded) return;
      loaded = true;
      const page = await collection(this.world.id, about.name);
      levels.replaceChildren(...page.entries.map((entry) => this.card(page, entry)));
    };
    section.addEventListener('toggle', () => section.open && tried(section.load));
    return section;
  }

  /** @param {Api.CollectionPage} page @param {Api.LevelEntry} entry */
  card(page, entry) {
    const best = entry.solved ?? entry.best;
    const current = this.place?.pack === page.name && this.place.level === entry.number;
    const difficulty = noteOf(entry, 'difficulty');
    const source = `/api/levels/${this.world.id}/${encodeURIComponent(page.name)}/${entry.number}?dark=${isDark()}`;
    return h(
      'button',
      {
        type: 'button',
        class: entry.solved ? 'solved' : null,
        'data-name': entry.title.toLowerCase(),
        title: [entry.title, difficulty && `difficulty ${difficulty}`, entry.solved && 'solved'].filter(Boolean).join(', '),
        'aria-current': current ? 'true' : null,
        onclick: () => {
          this.shown?.close();
          this.doors.open({ pack: page.name, level: entry.number });
        },
      },
      h('img', { src: source, alt: '', loading: 'lazy', width: 84, height: 64 }),
      h('b', null, `${entry.number}. ${entry.title}`),
      h('small', null, best ? counted(best) : `${entry.width} × ${entry.height}`),
    );
  }

  /** Shows the levels whose names hold the words, of all collections. */
  find() {
    return tried(async () => {
      const words = this.search.value.trim().toLowerCase();
      const sections = [...this.list.children];
      if (words) await Promise.all(sections.map((section) => section.load()));
      for (const section of sections) {
        const named = section.querySelector('h3').textContent.toLowerCase().includes(words);
        let hits = 0;
        for (const card of section.querySelectorAll('.levels button')) {
          card.hidden = Boolean(words) && !named && !card.dataset.name.includes(words);
          hits += card.hidden ? 0 : 1;
        }
        section.hidden = Boolean(words) && !named && hits === 0;
        if (words) section.open = !section.hidden;
      }
    });
  }

  /** @param {Api.CollectionView} about @param {string} what @param {unknown} [body] */
  ask(about, what, body = {}) {
    return post(`/api/collections/${this.world.id}/${encodeURIComponent(about.name)}/${what}`, body);
  }

  /** @param {Api.CollectionView} about */
  rename(about) {
    const name = h('input', { value: about.name, 'aria-label': 'Name' });
    const author = h('input', { value: about.author, 'aria-label': 'Author' });
    const keep = () =>
      tried(async () => {
        await this.ask(about, 'rename', { name: name.value, author: author.value });
        shown.close();
        await this.fill();
      });
    const shown = dialog('Rename', [
      field('Name', name),
      field('Author', author),
      h('div', { class: 'row' }, button('Keep', keep, { class: 'primary' })),
    ]);
  }

  /** @param {Api.CollectionView} about */
  drop(about) {
    const sure = () =>
      tried(async () => {
        await this.ask(about, 'drop');
        shown.close();
        await this.fill();
        toast(`“${about.name}” is gone.`);
      });
    const shown = dialog('Delete', [
      h('p', null, `Delete “${about.name}” with its ${about.levels} levels? Your solutions stay: they come back when the levels do.`),
      h('div', { class: 'row' }, button('Delete it', sure, { class: 'primary' })),
    ]);
  }

  /** @param {Api.CollectionView} about */
  export(about) {
    const format = select(
      this.world.formats.map((/** @type {string} */ name) => [name, name]),
      this.world.formats[0],
      () => write(),
    );
    const text = h('textarea', { readonly: true, 'aria-label': 'The collection' });
    const write = () => tried(async () => (text.value = (await this.ask(about, 'export', { format: format.value })).text));
    write();
    dialog(`Export ${about.name}`, [
      h('p', { class: 'quiet' }, 'All levels with titles, remarks and the best solutions known, yours included.'),
      field('Format', format),
      text,
      h(
        'div',
        { class: 'row' },
        button('Download', () => download(`${about.name}.${format.value === 'slc' ? 'slc' : 'txt'}`, text.value), { class: 'primary' }),
      ),
    ]);
  }
}
