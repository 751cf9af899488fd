// @ts-check
/** Small drawings from numbers. */

const SVG = 'http://www.w3.org/2000/svg';

/** @param {string} tag @param {Record<string, any>} attributes @param {...Node} children */
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
 * The evaluation over a game; a click goes to the turn.
 * @param {Array<number | undefined>} values @param {number} unit @param {(turn: number) => void} chosen @param {string[]} sides
 */
export function evaluationGraph(values, unit, chosen, sides) {
  const [width, height] = [320, 110];
  const x = (/** @type {number} */ i) => 6 + (i / Math.max(1, values.length - 1)) * (width - 12);
  const most = Math.max(...values.map((value) => Math.abs(value ?? 0)));
  const scale = Math.min(3 * unit, Math.max(unit / 4, most));
  const y = (/** @type {number} */ value) => height / 2 - Math.tanh(value / scale) * (height / 2 - 8);
  const points = values.map((value, i) => (value === undefined ? null : `${x(i).toFixed(1)} ${y(value).toFixed(1)}`)).filter(Boolean);
  const picture = s(
    'svg',
    {
      viewBox: `0 0 ${width} ${height}`,
      class: 'graph',
      role: 'img',
      'aria-label': `Evaluation over the game; above the line ${sides[0]} is better`,
    },
    s('path', { d: `M0 ${height / 2}H${width}`, stroke: 'var(--line)', 'stroke-width': 1.5 }),
    s('path', {
      d: points.length ? `M${points.join('L')}` : '',
      fill: 'none',
      stroke: 'var(--accent)',
      'stroke-width': 2.5,
      'stroke-linejoin': 'round',
    }),
  );
  picture.addEventListener('click', (event) => {
    const box = picture.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    chosen(Math.round(share * (values.length - 1)));
  });
  return picture;
}
