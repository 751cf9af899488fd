// @ts-check
/** Small drawings from numbers. */

const SVG = 'http://www.w3.org/2000/svg';

/** @param {string} tag @param {import('./dom.js').Attributes} attributes @param {...Node} children */
export function s(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * The chances of the first side over a game, in hundredths; a click goes to the turn.
 * @param {{values: Array<number | null>, cursor: number, marks: Map<number, string>, sides: string[], chosen: (turn: number) => void}} given
 */
export function evaluationGraph({ values, cursor, marks, sides, chosen }) {
  const [width, height, foot] = [340, 130, 18];
  const [left, right, top, bottom] = [6, width - 6, 6, height - foot];
  const turns = Math.max(1, values.length - 1);
  const x = (/** @type {number} */ i) => left + (i / turns) * (right - left);
  const y = (/** @type {number} */ value) => bottom - (value / 100) * (bottom - top);
  const known = values.flatMap((value, i) => (value === null ? [] : [{ i, value }]));
  const points = known.map(({ i, value }) => `${x(i).toFixed(1)} ${y(value).toFixed(1)}`);
  const middle = y(50);
  const word = (/** @type {string} */ text, /** @type {import('./dom.js').Attributes} */ at) => {
    const element = s('text', at);
    element.textContent = text;
    return element;
  };
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => turns / step <= 8) ?? 5000;
  const numbers = [];
  for (let i = every; i < turns; i += every) numbers.push(word(String(i), { x: x(i), y: height - 5, 'text-anchor': 'middle' }));
  const dots = [...marks].flatMap(([i, mark]) => {
    const value = values[i];
    if (value == null) return [];
    return [s('circle', { cx: x(i).toFixed(1), cy: y(value).toFixed(1), r: 4.5, class: 'dot', 'data-mark': mark })];
  });
  const picture = s(
    'svg',
    {
      viewBox: `0 0 ${width} ${height}`,
      class: 'graph',
      role: 'img',
      'aria-label': `Chances over the game; above the line ${sides[0]} is better, below ${sides[1]}`,
    },
    s('rect', { x: left, y: top, width: right - left, height: bottom - top, rx: 6, class: 'ground' }),
    s('path', {
      d: points.length ? `M${x(known[0].i)} ${middle}L${points.join('L')}L${x(known[known.length - 1].i)} ${middle}Z` : '',
      class: 'area',
    }),
    s('path', { d: `M${left} ${middle}H${right}`, class: 'middle' }),
    s('path', { d: points.length ? `M${points.join('L')}` : '', class: 'curve' }),
    s('path', { d: `M${x(cursor)} ${top}V${bottom}`, class: 'here' }),
    ...dots,
    word(`▲ ${sides[0]} better`, { x: left + 6, y: top + 14 }),
    word(`▼ ${sides[1]} better`, { x: left + 6, y: bottom - 6 }),
    word('turn', { x: left, y: height - 5 }),
    ...numbers,
  );
  picture.addEventListener('click', (event) => {
    const box = picture.getBoundingClientRect();
    const place = ((event.clientX - box.left) / box.width) * width;
    chosen(Math.round(Math.min(1, Math.max(0, (place - left) / (right - left))) * turns));
  });
  return picture;
}
