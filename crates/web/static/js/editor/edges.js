// @ts-check
/** The edges of a drawing as handles: drag one to make the level larger or smaller there. */
import { h } from '../dom.js';

/** The edges in the order the server counts them, with the way that is outwards. */
const EDGES = [
  { name: 'top', x: 0, y: -1 },
  { name: 'right', x: 1, y: 0 },
  { name: 'bottom', x: 0, y: 1 },
  { name: 'left', x: -1, y: 0 },
];
/** The width of a cell in the drawing's units. */
const UNIT = 100;
/** A drag of so many pixels is a cell, however large cells are. */
const SHORT = 16;

export class Edges {
  /** @param {import('../board.js').Board} board @param {(edges: [number, number, number, number]) => void} resize */
  constructor(board, resize) {
    this.board = board;
    this.resize = resize;
    this.handles = EDGES.map((edge, index) => this.handle(edge, index));
    this.preview = h('div', { class: 'edge-preview', hidden: true });
    this.element = h('div', { class: 'edge-frame' }, board.element, this.handles, this.preview);
    new ResizeObserver(() => this.place()).observe(board.element);
  }

  /** @param {{ name: string, x: number, y: number }} edge @param {number} index */
  handle(edge, index) {
    const only = (/** @type {number} */ by) =>
      /** @type {[number, number, number, number]} */ (EDGES.map((_, i) => (i === index ? by : 0)));
    const button = h('button', {
      type: 'button',
      class: `edge ${edge.name}`,
      'aria-label': `Drag the ${edge.name} edge; arrow keys work too`,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
        const by = way ? way[0] * edge.x + way[1] * edge.y : 0;
        if (!by) return;
        event.preventDefault();
        event.stopPropagation();
        this.resize(only(by));
      },
    });
    /** @type {{ x: number, y: number } | null} */ let from = null;
    const cells = (/** @type {PointerEvent} */ event) => {
      // Where cells are large there is little room outside: a short way is a cell already.
      const scale = Math.min(SHORT, UNIT * (this.board.svg?.getScreenCTM()?.a ?? 1));
      return from ? Math.round(((event.clientX - from.x) * edge.x + (event.clientY - from.y) * edge.y) / scale) : 0;
    };
    button.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
      from = { x: event.clientX, y: event.clientY };
      button.setPointerCapture(event.pointerId);
    });
    button.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => from && this.show(edge, cells(event)));
    button.addEventListener('pointerup', (/** @type {PointerEvent} */ event) => {
      const by = cells(event);
      from = null;
      this.preview.hidden = true;
      if (by) this.resize(only(by));
    });
    button.addEventListener('pointercancel', () => {
      from = null;
      this.preview.hidden = true;
    });
    return button;
  }

  /** Where the drawing is, within the frame. */
  bounds() {
    const matrix = this.board.svg?.getScreenCTM();
    const box = this.board.svg?.viewBox.baseVal;
    if (!matrix || !box) return null;
    const frame = this.element.getBoundingClientRect();
    return {
      left: matrix.e - frame.left,
      top: matrix.f - frame.top,
      width: box.width * matrix.a,
      height: box.height * matrix.d,
      cell: UNIT * matrix.a,
    };
  }

  /** Puts the handles at the edges of the drawing. */
  place() {
    const at = this.bounds();
    if (!at) return;
    const middle = { x: at.left + at.width / 2, y: at.top + at.height / 2 };
    EDGES.forEach(({ x, y }, index) => {
      this.handles[index].style.left = `${middle.x + (x * at.width) / 2}px`;
      this.handles[index].style.top = `${middle.y + (y * at.height) / 2}px`;
    });
  }

  /** Shows what a drag would leave. @param {{ x: number, y: number }} edge @param {number} by */
  show(edge, by) {
    const at = this.bounds();
    if (!at) return;
    const more = by * at.cell;
    this.preview.hidden = false;
    this.preview.textContent = by > 0 ? `+${by}` : String(by);
    Object.assign(this.preview.style, {
      left: `${at.left - (edge.x < 0 ? more : 0)}px`,
      top: `${at.top - (edge.y < 0 ? more : 0)}px`,
      width: `${Math.max(8, at.width + (edge.x ? more : 0))}px`,
      height: `${Math.max(8, at.height + (edge.y ? more : 0))}px`,
    });
  }
}
