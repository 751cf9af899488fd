// @ts-check
/**
 * A board: draws what the server sends, moves pieces by their ids, and reports what a hand does.
 * It knows no rules.
 */

const SVG = 'http://www.w3.org/2000/svg';
/** How far a pointer travels before it is a drag, in pixels. */
const DRAG = 8;

/** @typedef {{select: number[], target: number, text: string}} Intent */
/**
 * What a hand does. `grab` says whether the piece on a cell can be dragged; `drag` whether a drag that began there
 * was meant for a piece: only one that was not is a swipe.
 * @typedef {object} Hands
 * @property {(cell: number) => void} [tap]
 * @property {(cell: number) => Promise<boolean>} [grab]
 * @property {(from: number, to: number) => Promise<boolean>} [drag]
 * @property {(direction: string) => void} [swipe]
 */

export class Board {
  /** @param {Hands} [hands] */
  constructor(hands = {}) {
    this.hands = hands;
    this.element = document.createElement('div');
    this.element.className = 'board-frame';
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {Map<string, SVGGElement>} */
    this.pieces = new Map();
    this.listen();
  }

  /** Draws a whole picture. @param {{svg: string, caption: string}} view */
  draw(view) {
    const parsed = new DOMParser().parseFromString(view.svg, 'image/svg+xml').documentElement;
    const svg = /** @type {any} */ (document.importNode(parsed, true));
    svg.classList.add('board');
    this.element.replaceChildren(svg);
    this.svg = svg;
    const overlay = document.createElementNS(SVG, 'g');
    overlay.setAttribute('class', 'overlay');
    svg.append(overlay);
    this.overlay = overlay;
    this.pieces.clear();
    for (const piece of svg.querySelectorAll('.pieces > g')) this.place(piece);
  }

  /** Draws a whole picture, or what has changed since. @param {any} view */
  show(view) {
    if (view.svg || !this.svg) {
      if (view.svg) this.draw(view);
      return;
    }
    this.svg.setAttribute('aria-label', view.caption);
    for (const layer of ['marks', 'links', 'arrows']) {
      const group = this.svg.querySelector(`g.${layer}`);
      group?.replaceChildren(...fragment(view.layers[layer]));
    }
    this.movePieces(fragment(view.layers.pieces));
    this.clearOverlay();
  }

  /** @param {SVGGElement} piece */
  place(piece) {
    const at = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(piece.getAttribute('transform') ?? '');
    piece.removeAttribute('transform');
    if (at) piece.style.transform = `translate(${at[1]}px, ${at[2]}px)`;
    this.pieces.set(piece.dataset.id ?? '', piece);
  }

  /** @param {Element[]} next */
  movePieces(next) {
    const group = this.svg?.querySelector('g.pieces');
    if (!group) return;
    const before = this.pieces;
    this.pieces = new Map();
    for (const element of next) {
      const fresh = /** @type {SVGGElement} */ (element);
      const known = before.get(fresh.dataset.id ?? '');
      if (!known) {
        fresh.classList.add('new');
        group.append(fresh);
        this.place(fresh);
        continue;
      }
      before.delete(fresh.dataset.id ?? '');
      if (known.innerHTML !== fresh.innerHTML) known.replaceChildren(...fresh.childNodes);
      known.setAttribute('class', fresh.getAttribute('class') ?? '');
      known.setAttribute('data-at', fresh.getAttribute('data-at') ?? '');
      known.setAttribute('transform', fresh.getAttribute('transform') ?? '');
      this.place(known);
    }
    for (const gone of before.values()) {
      gone.classList.add('gone');
      setTimeout(() => gone.remove(), 200);
    }
  }

  /** The centre of a cell in the drawing's units. @param {number} cell */
  centre(cell) {
    const element = /** @type {SVGGElement | null} */ (this.svg?.querySelector(`[data-cell="${cell}"]`));
    if (!element) return null;
    const box = element.getBBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  clearOverlay() {
    this.overlay?.replaceChildren();
  }

  /** Marks cells. @param {number[]} cells @param {string} kind `selected`, `target`, `hint` or `warning` */
  mark(cells, kind) {
    if (this.svg && !this.svg.isConnected) {
      // Nothing has a place before it is on the page.
      requestAnimationFrame(() => this.svg?.isConnected && this.mark(cells, kind));
      return;
    }
    for (const cell of cells) {
      const at = this.centre(cell);
      if (!at || !this.overlay) continue;
      const circle = document.createElementNS(SVG, 'circle');
      circle.setAttribute('class', `spot ${kind}`);
      circle.setAttribute('cx', String(at.x));
      circle.setAttribute('cy', String(at.y));
      circle.setAttribute('r', kind === 'target' ? '15' : '44');
      this.overlay.append(circle);
    }
  }

  /** Lets cells glow, each between 0 and 1; they stay until the next glow or a whole picture. @param {Map<number, number>} cells */
  heat(cells) {
    if (!this.svg) return;
    let group = this.svg.querySelector('g.heat');
    if (!group) {
      group = document.createElementNS(SVG, 'g');
      group.setAttribute('class', 'heat');
      this.svg.querySelector('g.pieces')?.before(group);
    }
    for (const [cell, warmth] of cells) {
      let spot = /** @type {SVGElement | null} */ (group.querySelector(`[data-heat="${cell}"]`));
      if (!spot) {
        const at = this.centre(cell);
        if (!at) continue;
        spot = document.createElementNS(SVG, 'rect');
        for (const [name, value] of Object.entries({ x: at.x - 42, y: at.y - 42, width: 84, height: 84, rx: 18, 'data-heat': cell }))
          spot.setAttribute(name, String(value));
        group.append(spot);
      }
      spot.style.opacity = String(0.7 * warmth);
    }
  }

  /** Draws an arrow. @param {number} from @param {number} to @param {string} [kind] */
  arrow(from, to, kind = 'hint') {
    const [a, b] = [this.centre(from), this.centre(to)];
    if (!a || !b || !this.overlay) return;
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const [ex, ey] = [b.x - ux * 36, b.y - uy * 36];
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', `arrow ${kind}`);
    path.setAttribute(
      'd',
      `M${a.x} ${a.y}L${ex} ${ey}M${ex - uy * 22} ${ey + ux * 22}L${b.x - ux * 6} ${b.y - uy * 6}L${ex + uy * 22} ${ey - ux * 22}Z`,
    );
    this.overlay.append(path);
  }

  /** The cell under a point of the screen. @param {number} x @param {number} y */
  cellAt(x, y) {
    for (const element of document.elementsFromPoint(x, y)) {
      const cell = element.closest?.('[data-cell]');
      if (cell && this.element.contains(cell)) return Number(/** @type {HTMLElement} */ (cell).dataset.cell);
      const piece = element.closest?.('[data-at]');
      if (piece && this.element.contains(piece)) return Number(/** @type {HTMLElement} */ (piece).dataset.at);
    }
    return null;
  }

  /** The piece on a cell, as a shade that follows the pointer. @param {number} cell @returns {SVGGElement | null} */
  ghost(cell) {
    const piece = this.svg?.querySelector(`.piece[data-at="${cell}"]`);
    if (!piece || !this.overlay) return null;
    const ghost = /** @type {SVGGElement} */ (piece.cloneNode(true));
    ghost.classList.add('ghost');
    ghost.removeAttribute('data-id');
    ghost.removeAttribute('data-at');
    this.overlay.append(ghost);
    return ghost;
  }

  /** Puts a shade under a point of the screen. @param {SVGGElement} ghost @param {number} x @param {number} y */
  follow(ghost, x, y) {
    const inverse = this.svg?.getScreenCTM()?.inverse();
    if (!inverse) return;
    const at = new DOMPoint(x, y).matrixTransform(inverse);
    ghost.style.transform = `translate(${at.x}px, ${at.y}px)`;
  }

  listen() {
    /** @type {{x: number, y: number, cell: number | null, id: number, dragged: boolean, ghost: SVGGElement | null} | null} */
    let down = null;
    this.element.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || down) return;
      down = {
        x: event.clientX,
        y: event.clientY,
        cell: this.cellAt(event.clientX, event.clientY),
        id: event.pointerId,
        dragged: false,
        ghost: null,
      };
    });
    this.element.addEventListener('pointermove', (event) => {
      if (!down || event.pointerId !== down.id) return;
      if (down.ghost) this.follow(down.ghost, event.clientX, event.clientY);
      if (down.dragged || Math.hypot(event.clientX - down.x, event.clientY - down.y) < DRAG) return;
      down.dragged = true;
      this.lift(down, () => down);
    });
    this.element.addEventListener('pointerup', (event) => {
      if (!down || event.pointerId !== down.id) return;
      const { x, y, cell: start, ghost } = down;
      down = null;
      ghost?.remove();
      this.release(start, this.cellAt(event.clientX, event.clientY), event.clientX - x, event.clientY - y, event.pointerType !== 'mouse');
    });
    this.element.addEventListener('pointercancel', () => {
      down?.ghost?.remove();
      down = null;
    });
  }

  /** Shows the piece that is dragged under the pointer, if one can be. @param {any} grabbed @param {() => any} current */
  async lift(grabbed, current) {
    if (grabbed.cell === null || !(await this.hands.grab?.(grabbed.cell)) || current() !== grabbed) return;
    grabbed.ghost = this.ghost(grabbed.cell);
    if (grabbed.ghost) this.follow(grabbed.ghost, grabbed.x, grabbed.y);
  }

  /**
   * A pointer was released: a tap, a drag of a piece, or a swipe, and never two of them.
   * @param {number | null} start @param {number | null} end @param {number} dx @param {number} dy @param {boolean} touch
   */
  async release(start, end, dx, dy, touch) {
    if (Math.hypot(dx, dy) < DRAG || (start !== null && start === end && !touch)) {
      if (end !== null) this.hands.tap?.(end);
      return;
    }
    if (start !== null && end !== null && (await this.hands.drag?.(start, end))) return;
    if (touch) this.hands.swipe?.(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'right' : 'left') : dy > 0 ? 'down' : 'up');
  }
}

/** @param {string} inside @returns {Element[]} */
function fragment(inside) {
  const text = `<svg xmlns="${SVG}">${inside}</svg>`;
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  return [...parsed.children].map((child) => document.importNode(child, true));
}
