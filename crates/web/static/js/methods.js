// @ts-check
/** Menus for methods and their options, built from the catalog. */
import { field, h, select } from './dom.js';

/** Opponents people can choose without knowing methods. @type {Record<string, Array<[string, string]>>} */
export const OPPONENTS = {
  abalone: [['random', 'Random'], ['greedy', 'Beginner (greedy)'], ['alphabeta(depth=2)', 'Easy'], ['alphabeta(time=200)', 'Medium (0.2 s)'], ['alphabeta(time=1000)', 'Strong (1 s)'], ['alphabeta(time=5000)', 'Very strong (5 s)'], ['mcts(time=1000)', 'MCTS (1 s)']],
  dropper: [['random', 'Random'], ['greedy', 'Beginner (greedy)'], ['alphabeta(time=200)', 'Medium (0.2 s)'], ['alphabeta(time=1000)', 'Strong (1 s)'], ['mcts(time=1000)', 'MCTS (1 s)']],
};

/**
 * A picker for a method with its options. `value()` gives the spec.
 * @param {{methods: any[], heuristics?: any[], evaluations?: any[], value?: string, label?: string}} given
 */
export function methodPicker({ methods, heuristics = [], evaluations = [], value = '', label = 'Method' }) {
  const wanted = parse(value || methods[0].id);
  const options = h('div', { class: 'grid2' });
  /** @type {Map<string, {element: any, usual: string}>} */
  const inputs = new Map();
  const menu = select(methods.map((method) => [method.id, method.id]), wanted.name, () => fill({}));
  const about = h('p', { class: 'quiet' });

  /** @param {Record<string, string>} values */
  function fill(values) {
    const method = methods.find((entry) => entry.id === menu.value) ?? methods[0];
    about.textContent = method.summary;
    inputs.clear();
    options.replaceChildren(
      ...method.options.map((/** @type {any} */ option) => {
        const usual = String(option.default ?? '');
        const given = values[option.id] ?? usual;
        const element = control(option, given);
        inputs.set(option.id, { element, usual });
        return field(option.id, element);
      }),
    );
  }

  /** @param {any} option @param {string} given */
  function control(option, given) {
    const named = option.kind === 'heuristic' ? heuristics : option.kind === 'evaluation' ? evaluations : null;
    const title = option.summary;
    if (named?.length) {
      const names = named.map((entry) => /** @type {[string, string]} */ ([entry.id, entry.id]));
      const menu = select(names, given || named[0].id);
      menu.title = title;
      return menu;
    }
    if (option.kind === 'switch') {
      const menu = select([['true', 'on'], ['false', 'off']], given || 'false');
      menu.title = title;
      return menu;
    }
    return h('input', { value: given, title, inputmode: option.kind === 'word' ? 'text' : 'decimal', placeholder: 'default', size: 6 });
  }

  fill(wanted.options);
  const element = h('div', { class: 'stage' }, field(label, menu), about, options);
  return {
    element,
    /** The spec as text. */
    value() {
      const parts = [];
      for (const [name, { element: input, usual }] of inputs) {
        const text = input.value.trim();
        if (text && text !== usual) parts.push(`${name}=${text}`);
      }
      return parts.length ? `${menu.value}(${parts.join(',')})` : menu.value;
    },
    /** @param {string} spec */
    set(spec) {
      const next = parse(spec);
      menu.value = next.name;
      fill(next.options);
    },
  };
}

/** Specs out of a list separated by commas, those inside brackets left alone. @param {string} list @returns {string[]} */
export function splitSpecs(list) {
  return (list.match(/[^,()]+(\([^)]*\))?/g) ?? []).map((spec) => spec.trim()).filter(Boolean);
}

/** @param {string} spec @returns {{name: string, options: Record<string, string>}} */
export function parse(spec) {
  const match = /^([^(]+)(?:\((.*)\))?$/.exec(spec.trim());
  /** @type {Record<string, string>} */
  const options = {};
  for (const part of (match?.[2] ?? '').split(',')) {
    const [name, value] = part.split('=');
    if (value) options[name.trim()] = value.trim();
  }
  return { name: match?.[1] ?? spec, options };
}
