// @ts-check
/** Levels that come in and go out: import, export, links. */
import { post } from '../api.js';
import { dialog, download, field, h, plural, reasonOf, select, toast, tried } from '../dom.js';

/** @param {string} text */
const copy = (text) => navigator.clipboard.writeText(text).then(() => toast('Copied.'));

/** Bytes as a text of one character each, so that any encoding arrives as it is. @param {ArrayBuffer} buffer */
const asBytes = (buffer) => Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');

/** What is to be imported. @param {File} file */
export const fileBytes = async (file) => ({ bytes: asBytes(await file.arrayBuffer()), name: file.name });

/** Imports a file of levels as a collection, and says what came of it. @param {import('../api.js').PuzzleWorld} world @param {{ bytes: string, name: string }} file */
export async function importFile(world, file) {
  const done = await post(`/api/collections/${world.id}`, file);
  const { name, levels, added, note } = done;
  const known = added < levels ? ` ${added ? `${levels - added} were there already.` : ''}` : '';
  toast(added ? `${plural(added, 'level')} added to “${name}”.${known}` : `Nothing new: “${name}” has all ${plural(levels, 'level')}.`);
  if (note) toast(`${file.name || 'The text'}: ${note}.`);
  return done;
}

/** Asks for levels as text or file. @param {(file: { bytes: string, name: string }) => Promise<void>} take */
export function showImport(take) {
  const text = h('textarea', { 'aria-label': 'Levels as text', placeholder: 'Paste a level or a whole collection, in any format.' });
  const file = h('input', { type: 'file', 'aria-label': 'File', onchange: () => load() });
  const trouble = h('p', { class: 'status warn' });
  const load = async () => {
    try {
      const chosen = file.files?.[0];
      const bytes = asBytes(new TextEncoder().encode(text.value).buffer);
      await take(chosen ? await fileBytes(chosen) : { bytes, name: '' });
      shown.close();
    } catch (error) {
      trouble.textContent = reasonOf(error);
      file.value = '';
    }
  };
  const shown = dialog('Import', [
    text,
    field('or a file', file),
    trouble,
    h('div', { class: 'row' }, h('button', { class: 'primary', type: 'button', onclick: load }, 'Open')),
  ]);
}

/** @param {import('../api.js').PuzzleWorld} world @param {{ text: string, name: string, moves: string }} level */
export function showExport(world, { text: levelText, name, moves }) {
  const format = select(
    world.formats.map((/** @type {string} */ one) => [one, one]),
    world.formats[0],
    () => fill(),
  );
  const text = h('textarea', { readonly: true, 'aria-label': 'The level' });
  const fill = () =>
    tried(async () => {
      text.value = (await post(`/api/levels/${world.id}/write`, { level: { text: levelText }, format: format.value })).text;
    });
  fill();
  dialog('Export', [
    field('Format', format),
    text,
    h('h3', null, 'Moves so far'),
    h('textarea', { readonly: true, 'aria-label': 'Moves so far', value: moves }),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', onclick: () => download(`${name}.txt`, text.value) }, 'Download level'),
      h('button', { type: 'button', onclick: () => copy(text.value) }, 'Copy level'),
    ),
  ]);
}

/** @param {import('../api.js').PuzzleWorld} world @param {string} level @param {string} moves */
export function showLink(world, level, moves) {
  const address = `${location.origin}/puzzle/${world.id}/shared#${new URLSearchParams({ level, moves })}`;
  dialog('Share', [
    h('p', null, 'This link holds the level and your moves.'),
    h('textarea', { readonly: true, 'aria-label': 'Link', value: address }),
    h('button', { type: 'button', onclick: () => copy(address) }, 'Copy'),
  ]);
}
