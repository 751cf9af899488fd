// @ts-check
/** Tables that sort by a click on a column's name. */
import { h } from './dom.js';

/** @typedef {Node | string | number | null | undefined} Content */
/**
 * @template Row
 * @typedef {{name: string, value: (row: Row) => string | number | null | undefined, text?: (row: Row) => Content, numeric?: boolean}} Column
 */

/** A table of rows; what has no value stands last whichever way it is sorted. @template Row */
export class SortableTable {
  /** @param {string} label @param {Column<Row>[]} columns */
  constructor(label, columns) {
    this.columns = columns;
    /** @type {Row[]} */ this.rows = [];
    /** @type {Column<Row> | null} */ this.by = null;
    this.down = false;
    this.heads = columns.map((column) =>
      h(
        'th',
        { scope: 'col', class: column.numeric ? 'n' : null },
        h('button', { type: 'button', onclick: () => this.sortBy(column) }, column.name),
      ),
    );
    this.body = h('tbody');
    this.element = h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
      h('table', { class: 'data' }, h('thead', null, h('tr', null, this.heads)), this.body),
    );
  }

  /** @param {Row[]} rows */
  show(rows) {
    this.rows = rows;
    const sorted = this.by ? [...rows].sort((a, b) => this.compare(a, b)) : rows;
    this.body.replaceChildren(
      ...sorted.map((row) =>
        h(
          'tr',
          null,
          this.columns.map((column) =>
            h('td', { class: column.numeric ? 'n' : null }, column.text ? column.text(row) : (column.value(row) ?? '–')),
          ),
        ),
      ),
    );
    this.heads.forEach((head, i) =>
      this.columns[i] === this.by
        ? head.setAttribute('aria-sort', this.down ? 'descending' : 'ascending')
        : head.removeAttribute('aria-sort'),
    );
  }

  /** @param {Column<Row>} column */
  sortBy(column) {
    this.down = this.by === column && !this.down;
    this.by = column;
    this.show(this.rows);
  }

  /** @param {Row} a @param {Row} b */
  compare(a, b) {
    const [x, y] = [this.by?.value(a), this.by?.value(b)];
    if (x === y) return 0;
    if (x === null || x === undefined) return 1;
    if (y === null || y === undefined) return -1;
    const order = typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y));
    return this.down ? -order : order;
  }
}
