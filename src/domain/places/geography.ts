import states from './states.json' with { type: 'json' };

/** A state of Nigeria, or the Federal Capital Territory (spec §3). Its local government areas are in areas.ts. */
export interface State {
  state: string;
  alias: string;
}

/** 36 states and the Federal Capital Territory. */
export const STATES: readonly State[] = states;

/** Short forms of state names. */
const SHORT_NAMES = [{ state: 'Federal Capital Territory', name: 'FCT' }];

/** Every name of every state: full name, alias and short form. */
const NAMES = [
  ...STATES.flatMap(({ state, alias }) => [
    { state, name: state },
    { state, name: alias },
  ]),
  ...SHORT_NAMES,
].map(({ state, name }) => ({ state, words: wordsOf(name) }));

/** Returns the words of a text in lower case, each with a space before and after it. */
function wordsOf(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}

/** Returns the state that a text names, and nothing else: 'Kano', 'kano', 'Kano State', 'FCT'; else undefined. */
export function findState(text: string): string | undefined {
  const words = wordsOf(text).replace(/(?<=\S) state $/, ' ');
  return NAMES.find((name) => name.words === words)?.state;
}

/** Returns the first state that the text of a shipping place (spec §3) names; undefined if it names none. */
export function stateOfPlace(place: string): string | undefined {
  const words = wordsOf(place);
  let first: { state: string; at: number } | undefined;
  for (const name of NAMES) {
    const at = words.indexOf(name.words);
    if (at >= 0 && (!first || at < first.at)) first = { state: name.state, at };
  }
  return first?.state;
}
