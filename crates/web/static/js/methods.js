// @ts-check
/** Menus for methods and their options, built from the catalog. */
import { field, h, select } from './dom.js';

/** The opponent in the middle, to begin with. @param {any} world @returns {string} */
export const usualOpponent = (world) => world.opponents[Math.floor(world.opponents.length / 2)]?.spec ?? '';

/** The options of a new game where nothing is chosen yet. @param {any} world @returns {Record<string, string>} */
export const usualOptions = (world) => {
  const setup = world.setups.find((/** @type {any} */ entry) => entry.recommended) ?? world.setups[0];
  return setup ? { setup: setup.id } : {};
};

/** A control for an option, `given` its value. @param {any} option @param {string} given @param {any[] | null} [named] */
export function optionControl(option, given, named = null) {
  const title = option.summary;
  const words = named?.map((entry) => entry.id) ?? option.choices;
  if (words?.length || option.kind === 'switch') {
    const pairs = words?.length
      ? words.map((/** @type {string} */ word) => [word, word])
      : [
          ['true', 'on'],
          ['false', 'off'],
        ];
    const menu = select(pairs, given || (words?.length ? words[0] : 'false'));
    menu.title = title;
    return menu;
  }
  return h('input', { value: given, title, inputmode: option.kind === 'word' ? 'text' : 'decimal', placeholder: 'default', size: 6 });
}

/**
 * A picker for a method with its options. `value()` gives the spec.
 * @param {{methods: any[], heuristics?: any[], evaluations?: any[], value?: string, label?: string}} given
 */
export function methodPicker({ methods, heuristics = [], evaluations = [], value = '', label = 'Method' }) {
  const wanted = parse(value || methods[0].id);
  const options = h('div', { class: 'grid2' });
  /** @type {Map<string, {element: any, usual: string}>} */
  const inputs = new Map();
  const menu = select(
    methods.map((method) => [method.id, method.id]),
    wanted.name,
    () => fill({}),
  );
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
    return optionControl(option, given, named?.length ? named : null);
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
