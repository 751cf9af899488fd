// @ts-check
/**
 * A board: draws what the server sends, moves pieces by their ids, and reports what a hand does.
 * It knows no rules.
 */
import { sound } from './sound.js';

import { arrived, still, walk } from './motion.js';

const SVG = 'http://www.w3.org/2000/svg';
/** How far a pointer travels before it is a drag, in pixels. */
const DRAG = 8;
/** How far beside a cell a thumb may be, in pixels from its centre. */
const THUMB = 30;

/** @typedef {{select: number[], target: number, text: string}} Intent */
/**
 * What a hand does. `grab` says whether the piece on a cell can be dragged; `drag` whether a drag that began there
 * was meant for a piece: only one that was not is a swipe.
 * @typedef {object} Hands
 * @property {(cell: number) => void} [tap]
 * @property {(cell: number) => Promise<boolean>} [grab]
 * @property {(from: number, to: number) => Promise<boolean>} [drag]
 * @property {(direction: string) => void} [swipe]
 * @property {(cell: number | null) => void} [hover] the pointer is over another cell
 * @property {() => number[]} [near] the cells that a tap can mean: a thumb that misses all of them hits the nearest
 */

export class Board {
  /** @param {Hands} [hands] */
  constructor(hands = {}) {
    this.hands = hands;
    this.element = document.createElement('div');
    this.element.className = 'board-frame';
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** What never changes in the picture that is drawn. */ this.still = '';
    /** @type {Map<string, SVGGElement>} */
    this.pieces = new Map();
    /** Whether the board is seen from the other side. */ this.flipped = false;
    /** Counts what was shown: what comes later wins over a motion that is under way. */
    this.shown = 0;
    this.listen();
  }

  /** Draws a whole picture. @param {{svg: string, caption: string}} view */
  draw(view) {
    const parsed = new DOMParser().parseFromString(view.svg, 'image/svg+xml').documentElement;
    this.still = stillPart(parsed);
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
    this.turn();
  }

  /** Shows the board from the other side, or from the usual one. @param {boolean} flipped */
  flip(flipped) {
    this.flipped = flipped;
    this.element.classList.toggle('flipped', flipped);
    this.turn();
  }

  /** Turns the layers round; pieces and words stay upright (style.css). */
  turn() {
    const box = this.svg?.viewBox.baseVal;
    if (!this.svg || !box) return;
    for (const layer of this.svg.querySelectorAll(':scope > g')) {
      if (this.flipped) layer.setAttribute('transform', `rotate(180 ${box.x + box.width / 2} ${box.y + box.height / 2})`);
      else layer.removeAttribute('transform');
    }
  }

  /** Draws a whole picture, or what has changed since; done when the pieces have arrived, true where nothing came between. @param {any} view */
  async show(view) {
    const shown = ++this.shown;
    const layers = view.svg ? this.layersOf(view.svg) : view.layers;
    if (!this.svg || !layers) {
      if (view.svg) this.draw(view);
      return true;
    }
    this.svg.setAttribute('aria-label', view.caption);
    this.clearOverlay();
    if (view.way?.length) await walk(this, view.way, () => shown === this.shown);
    if (shown !== this.shown) return false;
    for (const layer of ['marks', 'links', 'arrows']) {
      const group = this.svg.querySelector(`g.${layer}`);
      group?.replaceChildren(...fragment(layers[layer]));
    }
    const travelling = this.movePieces(fragment(layers.pieces));
    if (travelling.length) await arrived(travelling);
    return shown === this.shown;
  }

  /** What changes in a whole picture of the board that is drawn already; null for another board. @param {string} svg */
  layersOf(svg) {
    const whole = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    if (stillPart(whole) !== this.still) return null;
    return Object.fromEntries(['marks', 'links', 'pieces', 'arrows'].map((layer) => [layer, inside(whole, layer)]));
  }

  /** @param {SVGGElement} piece */
  place(piece) {
    const at = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(piece.getAttribute('transform') ?? '');
    piece.removeAttribute('transform');
    if (at) piece.style.transform = `translate(${at[1]}px, ${at[2]}px)`;
    this.pieces.set(piece.dataset.id ?? '', piece);
  }

  /** Moves pieces to their new places; gives those that travel. What a piece looks like changes when it has arrived. @param {Element[]} next */
  movePieces(next) {
    const group = this.svg?.querySelector('g.pieces');
    /** @type {Element[]} */ const travelling = [];
    if (!group) return travelling;
    const before = this.pieces;
    this.pieces = new Map();
    let moved = false;
    for (const element of next) {
      const fresh = /** @type {SVGGElement} */ (element);
      const known = before.get(fresh.dataset.id ?? '');
      if (!known) {
        moved = true;
        fresh.classList.add('new');
        group.append(fresh);
        this.place(fresh);
        continue;
      }
      before.delete(fresh.dataset.id ?? '');
      const stood = known.style.transform;
      moved ||= known.getAttribute('data-at') !== fresh.getAttribute('data-at');
      known.setAttribute('data-at', fresh.getAttribute('data-at') ?? '');
      known.setAttribute('transform', fresh.getAttribute('transform') ?? '');
      this.place(known);
      const goes = known.style.transform !== stood && !still();
      if (goes) travelling.push(known);
      this.dress(known, fresh, goes);
    }
    if (before.size) sound('taken');
    else if (moved) sound('move');
    for (const gone of before.values()) {
      gone.classList.add('gone');
      setTimeout(() => gone.remove(), 200);
    }
    return travelling;
  }

  /** Gives a piece its new look, at once or when it has arrived. @param {any} piece @param {SVGGElement} fresh @param {boolean} later */
  dress(piece, fresh, later) {
    piece.dressing = fresh;
    const change = () => {
      // Another look may have been asked for on the way.
      if (piece.dressing !== fresh) return;
      if (piece.innerHTML !== fresh.innerHTML) piece.replaceChildren(...[...fresh.childNodes].map((child) => child.cloneNode(true)));
      piece.setAttribute('class', fresh.getAttribute('class') ?? '');
    };
    if (later && piece.innerHTML !== fresh.innerHTML) arrived([piece]).then(change);
    else change();
  }

  /** The centre of a cell in the drawing's units. @param {number} cell */
  centre(cell) {
    const element = /** @type {SVGGElement | null} */ (this.svg?.querySelector(`[data-cell="${cell}"]`));
    if (!element) return null;
    const box = element.getBBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
  }

  /** All cells with their centres. @returns {Array<{cell: number, x: number, y: number}>} */
  cells() {
    const elements = [...(this.svg?.querySelectorAll('g.board [data-cell]') ?? [])];
    return elements.flatMap((element) => {
      const cell = Number(/** @type {HTMLElement} */ (element).dataset.cell);
      const at = this.centre(cell);
      return at ? [{ cell, ...at }] : [];
    });
  }

  /** What a cell is called. @param {number} cell */
  nameOf(cell) {
    return /** @type {HTMLElement | null} */ (this.svg?.querySelector(`[data-cell="${cell}"]`))?.dataset.name ?? '';
  }

  /** What stands on a cell, in a word. @param {number} cell */
  pieceOn(cell) {
    return this.svg?.querySelector(`g.pieces .piece[data-at="${cell}"]:not(.gone)`)?.classList[1]?.replace(/-/g, ' ') ?? '';
  }

  /** Whether the piece that is steered stands there. @param {number} cell */
  steeredOn(cell) {
    return Boolean(this.svg?.querySelector(`.piece.steered[data-at="${cell}"]`));
  }

  clearOverlay() {
    this.overlay?.replaceChildren();
  }

  /** Takes marks of a kind away. @param {string} kind */
  unmark(kind) {
    for (const spot of this.overlay?.querySelectorAll(`.spot.${kind}`) ?? []) spot.remove();
  }

  /** Colours cells below the pieces until the next call. @param {string} layer @param {Array<{cell: number, tone: string}>} spots */
  shade(layer, spots) {
    if (this.svg && !this.svg.isConnected) {
      requestAnimationFrame(() => this.svg?.isConnected && this.shade(layer, spots));
      return;
    }
    this.svg?.querySelector(`g.shade.${layer}`)?.remove();
    if (!this.svg || !spots.length) return;
    const group = document.createElementNS(SVG, 'g');
    group.setAttribute('class', `shade ${layer}`);
    for (const { cell, tone } of spots) {
      const at = this.centre(cell);
      if (!at) continue;
      const spot = document.createElementNS(SVG, 'rect');
      const round = at.width < 90 ? 48 : 12;
      for (const [name, value] of Object.entries({
        x: at.x - 48,
        y: at.y - 48,
        width: 96,
        height: 96,
        rx: round,
        'data-shade': cell,
        'data-tone': tone,
      }))
        spot.setAttribute(name, String(value));
      spot.style.fill = `var(--pg-${tone})`;
      group.append(spot);
    }
    this.svg.querySelector('g.pieces')?.before(group);
    this.turn();
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
      circle.setAttribute('r', ['target', 'reach'].includes(kind) ? '15' : '44');
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

  /** The cell that a tap means: on a touch screen the nearest of those that can be meant. @param {number} x @param {number} y @param {boolean} touch */
  tapped(x, y, touch) {
    const cell = this.cellAt(x, y);
    const near = touch ? (this.hands.near?.() ?? []) : [];
    if (!near.length || (cell !== null && near.includes(cell))) return cell;
    const matrix = this.overlay?.getScreenCTM();
    if (!matrix) return cell;
    let [best, least] = [cell, THUMB];
    for (const other of near) {
      const centre = this.centre(other);
      if (!centre) continue;
      const at = new DOMPoint(centre.x, centre.y).matrixTransform(matrix);
      const distance = Math.hypot(at.x - x, at.y - y);
      if (distance < least) [best, least] = [other, distance];
    }
    return best;
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
    const inverse = this.overlay?.getScreenCTM()?.inverse();
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
    /** @type {number | null} */
    let over = null;
    const hover = (/** @type {number | null} */ cell) => {
      if (cell === over) return;
      over = cell;
      this.hands.hover?.(cell);
    };
    this.element.addEventListener('pointerleave', () => hover(null));
    this.element.addEventListener('pointermove', (event) => {
      if (!down && event.pointerType === 'mouse' && this.hands.hover) hover(this.cellAt(event.clientX, event.clientY));
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
      const touch = event.pointerType !== 'mouse';
      const end = this.tapped(event.clientX, event.clientY, touch);
      this.release(start, end, event.clientX - x, event.clientY - y, touch);
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

/** What a layer of a picture holds. @param {Element} picture @param {string} layer */
const inside = (picture, layer) => picture.querySelector(`g.${layer}`)?.innerHTML ?? '';

/** The cells and the words of a picture. @param {Element} picture */
const stillPart = (picture) => inside(picture, 'board') + inside(picture, 'labels');

/** @param {string} drawing @returns {Element[]} */
function fragment(drawing) {
  const text = `<svg xmlns="${SVG}">${drawing}</svg>`;
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  return [...parsed.children].map((child) => document.importNode(child, true));
}
