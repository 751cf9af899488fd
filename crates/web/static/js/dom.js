// @ts-check
/** Small helpers for making and changing elements. */

/** @typedef {Record<string, any>} Attributes Listeners are among them, whose events no type says. */
/** @typedef {Node | string | number | null | undefined | boolean | ContentList} Content What an element can hold; the empty ones are left out. */
/** @typedef {Array<Content>} ContentList */

/**
 * Makes an element. Attributes that start with `on` are listeners; `class`, `data-*`, `aria-*` and the
 * rest are set as attributes, booleans as properties.
 * @param {string} tag
 * @param {Attributes | null} [attributes]
 * @param {...Content} children
 * @returns {any} As what the tag makes, which no type says.
 */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value') Object.assign(element, { value });
    else if (value === true) element.setAttribute(name, '');
    else element.setAttribute(name, String(value));
  }
  element.append(
    ...children
      .flat(9)
      .filter((child) => child !== null && child !== undefined && typeof child !== 'boolean')
      .map((child) => (child instanceof Node ? child : String(child))),
  );
  return element;
}

/** @param {string} text @param {'info' | 'error'} [kind] */
export function toast(text, kind = 'info') {
  const toasts = document.getElementById('toasts');
  if (!toasts) return;
  const element = h('div', { class: `toast ${kind}` }, text);
  toasts.append(element);
  setTimeout(() => element.classList.add('gone'), kind === 'error' ? 6000 : 3500);
  setTimeout(() => element.remove(), kind === 'error' ? 6400 : 3900);
}

/** Says something to those who listen to the page. @param {string} text */
export function say(text) {
  const spoken = document.getElementById('spoken');
  if (spoken) spoken.textContent = text;
}

/** What went wrong, for people. @param {unknown} error */
export const reasonOf = (error) => (error instanceof Error ? error.message : String(error));

/** Runs something and tells the person where it fails. @template T @param {() => Promise<T>} work */
export async function tried(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) toast(reasonOf(error), 'error');
    return undefined;
  }
}

/**
 * A dialog with a title; gives the element to close it.
 * @param {string} title @param {Content[]} content
 */
export function dialog(title, content) {
  const element = /** @type {HTMLDialogElement} */ (
    h(
      'dialog',
      { class: 'dialog', 'aria-label': title },
      h(
        'div',
        { class: 'dialog-head' },
        h('h2', null, title),
        h('button', { class: 'ghost', type: 'button', 'aria-label': 'Close', onclick: () => element.close() }, '✕'),
      ),
      ...content.filter(Boolean),
    )
  );
  element.addEventListener('close', () => element.remove());
  element.addEventListener('click', (event) => {
    if (event.target === element) element.close();
  });
  document.body.append(element);
  element.showModal();
  /** @type {HTMLElement | null} */
  const first = element.querySelector('[aria-current], textarea, select, .primary') ?? element.querySelector('button');
  first?.focus();
  return element;
}

/** Asks before something is done; true where it shall be. @param {string} question @param {string} yes @param {string} [more] @returns {Promise<boolean>} */
export function ask(question, yes, more = '') {
  return new Promise((answered) => {
    let agreed = false;
    const shown = dialog(question, [
      more && h('p', null, more),
      h(
        'div',
        { class: 'row' },
        h(
          'button',
          {
            type: 'button',
            class: 'primary',
            onclick: () => {
              agreed = true;
              shown.close();
            },
          },
          yes,
        ),
        h('button', { type: 'button', onclick: () => shown.close() }, 'No'),
      ),
    ]);
    shown.addEventListener('close', () => answered(agreed));
  });
}

/** @param {string} name @param {string} text */
export function download(name, text) {
  const link = h('a', { href: URL.createObjectURL(new Blob([text], { type: 'text/plain' })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** @param {number} seconds */
export function clockText(seconds) {
  const sign = seconds < 0 ? '-' : '';
  const whole = Math.abs(seconds);
  const minutes = Math.floor(whole / 60);
  const rest = whole - minutes * 60;
  if (whole < 20) return `${sign}${minutes}:${rest.toFixed(1).padStart(4, '0')}`;
  return `${sign}${minutes}:${String(Math.floor(rest)).padStart(2, '0')}`;
}

/** @param {number} value */
export const thousands = (value) => Math.round(value).toLocaleString('en');

/** A number with its noun: 1 run, 2 runs, 3 pushes. @param {number} count @param {string} noun */
export const plural = (count, noun) => `${thousands(count)} ${count === 1 ? noun : /(s|sh|ch|x)$/.test(noun) ? `${noun}es` : `${noun}s`}`;

/** A labelled control. @param {string} label @param {Content} control */
export const field = (label, control) => h('label', { class: 'field' }, h('span', null, label), control);

/**
 * A select from pairs of value and text.
 * @param {Array<[string, string]>} options @param {string} value @param {(value: string) => void} [changed]
 */
export function select(options, value, changed) {
  const element = h(
    'select',
    { onchange: () => changed?.(element.value) },
    options.map(([id, text]) => h('option', { value: id }, text)),
  );
  if (options.some(([id]) => id === value)) element.value = value;
  return element;
}

/** A link inside the page. @param {string} href @param {Content} content @param {string} [cls] */
export const link = (href, content, cls) => h('a', { href, 'data-link': true, class: cls }, content);
