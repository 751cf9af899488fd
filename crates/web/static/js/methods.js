// @ts-check
/** Menus for methods and their options, built from the catalog. */
import { field, h, select } from './dom.js';

/** An easy opponent, to begin with: the second from below. @param {import('./api.js').GameWorld} world @returns {string} */
export const usualOpponent = (world) => (world.opponents[1] ?? world.opponents[0])?.spec ?? '';

/** The options of a new game where nothing is chosen yet. @param {import('./api.js').GameWorld} world @returns {Record<string, string>} */
export const usualOptions = (world) => {
  const setup = world.setups.find((entry) => entry.recommended) ?? world.setups[0];
  return setup ? { setup: setup.id } : {};
};

/** A control for an option, `given` its value. @param {Api.OptionInfo} option @param {string} given @param {{ id: string }[] | null} [named] */
export function optionControl(option, given, named = null) {
  const title = option.summary;
  const words = named?.map((entry) => entry.id) ?? ('choices' in option ? option.choices : undefined);
  if (words?.length) {
    /** @type {[string, string][]} */
    const pairs = words.map((word) => [word, word]);
    const menu = select(pairs, given || words[0]);
    menu.title = title;
    return menu;
  }
  if (option.kind === 'switch') {
    const box = h('input', { type: 'checkbox', role: 'switch', title });
    box.checked = given === 'true';
    return box;
  }
  return h('input', { value: given, title, inputmode: option.kind === 'word' ? 'text' : 'decimal', placeholder: 'default', size: 6 });
}

/** What a control says. @param {HTMLInputElement | HTMLSelectElement} control @returns {string} */
export const optionValue = (control) => (control.type === 'checkbox' ? String(control.checked) : control.value.trim());

/**
 * A picker for a method with its options. `value()` gives the spec.
 * @param {{methods: Api.MethodInfo[], heuristics?: Api.HeuristicInfo[], evaluations?: Api.EvaluationInfo[], value?: string, label?: string}} given
 */
export function methodPicker({ methods, heuristics = [], evaluations = [], value = '', label = 'Method' }) {
  const wanted = parse(value || methods[0].id);
  const options = h('div', { class: 'grid2' });
  /** @type {Map<string, {element: HTMLInputElement | HTMLSelectElement, usual: string}>} */
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
      ...method.options.map((option) => {
        const usual = String(option.default ?? '');
        const given = values[option.id] ?? usual;
        const element = control(option, given);
        inputs.set(option.id, { element, usual });
        return field(option.id, element);
      }),
    );
  }

  /** @param {Api.OptionInfo} option @param {string} given */
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
        const text = optionValue(input);
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
