// @ts-check
/** Games that are kept, read, written and shared. */
import { get, post } from '../api.js';
import { dialog, download, h, reasonOf, toast, tried } from '../dom.js';

/** @param {import('../api.js').GameWorld} world @param {string} id */
export async function save(world, id) {
  const { record } = await get(`/api/game/${id}/record`);
  const name = `${world.name}, ${new Date().toLocaleString()}`;
  await post(`/api/saved/${world.id}`, { name, record });
  toast(`Saved as “${name}”.`);
}

/** @param {import('../api.js').GameWorld} world @param {(record: string) => Promise<void>} open */
export async function load(world, open) {
  const games = await get(`/api/saved/${world.id}`);
  const row = (/** @type {Api.SavedGame} */ game) => {
    const element = h(
      'div',
      { class: 'row' },
      h(
        'button',
        {
          type: 'button',
          onclick: () =>
            tried(async () => {
              await open(game.record);
              shown.close();
            }),
        },
        game.name,
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'ghost',
          'aria-label': `Delete ${game.name}`,
          onclick: () =>
            tried(async () => {
              await post(`/api/saved/${world.id}/drop`, { id: game.id });
              element.remove();
            }),
        },
        '✕',
      ),
    );
    return element;
  };
  const shown = dialog('Saved games', games.length ? games.map(row) : [h('p', null, 'No saved games yet.')]);
}

/** @param {import('../api.js').GameWorld} world @param {string} id @param {string} position */
export async function exportRecord(world, id, position) {
  const { record } = await get(`/api/game/${id}/record`);
  dialog('Record', [
    h('textarea', { readonly: true, 'aria-label': 'Record', value: record }),
    h('p', { class: 'mono' }, position),
    h('button', { type: 'button', onclick: () => download(`${world.id}.txt`, record) }, 'Download'),
  ]);
}

/** @param {(record: string) => Promise<void>} open */
export function importRecord(open) {
  const text = h('textarea', { 'aria-label': 'Record' });
  const trouble = h('p', { class: 'status warn' });
  const read = async () => {
    try {
      await open(text.value);
      shown.close();
    } catch (error) {
      trouble.textContent = reasonOf(error);
    }
  };
  const shown = dialog('Import a record', [text, trouble, h('button', { type: 'button', class: 'primary', onclick: read }, 'Open')]);
}

/**
 * Links to the position, to a copy of the game, and to the game itself.
 * @param {import('../api.js').GameWorld} world @param {string} id @param {{position: string, options: Record<string, string>}} shown
 */
export async function share(world, id, { position, options }) {
  const { record } = await get(`/api/game/${id}/record`);
  const { origin } = location;
  const { setup, size, position: start, ...rules } = options;
  const links = [
    ['This position', 'whoever opens it plays on from here', `${origin}/game/${world.id}#${new URLSearchParams({ position, ...rules })}`],
    [
      'The whole game',
      'a copy with its variations and comments',
      `${origin}/game/${world.id}#${new URLSearchParams({ game: await pack(record) })}`,
    ],
    ['This game, live', 'on this server; whoever opens it follows along', `${origin}/game/${world.id}/${id}`],
  ];
  dialog(
    'Share',
    links.map(([name, words, address]) => {
      const box = h('input', { readonly: true, value: address, 'aria-label': name, onfocus: () => box.select() });
      const copy = async () => {
        box.select();
        try {
          await navigator.clipboard.writeText(address);
          toast('Copied.');
        } catch {
          toast('Press Ctrl+C to copy.');
        }
      };
      return h(
        'div',
        { class: 'field' },
        h('span', null, `${name}: ${words}`),
        h(
          'div',
          { class: 'row tight' },
          box,
          h('button', { type: 'button', onclick: copy, 'aria-label': `Copy the link: ${name}` }, 'Copy'),
        ),
      );
    }),
  );
}

/** A text made short enough for a link. @param {string} text */
async function pack(text) {
  const small = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(small).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/** The text of a link; refused where the link was cut off. @param {string} packed @returns {Promise<string>} */
export async function unpack(packed) {
  try {
    const bytes = Uint8Array.from(atob(packed.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
    return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
  } catch {
    throw new Error('This link does not hold a whole game; was it cut off?');
  }
}
