import nigeria from './nigeria.json' with { type: 'json' };

/** A state of Nigeria, or the Federal Capital Territory, with its local government areas (spec §3). */
export interface State {
  state: string;
  alias: string;
  lgas: string[];
}

/** 37 entries with 774 areas. Six area names occur in two states each, so a name alone does not identify an area. */
export const STATES: readonly State[] = nigeria;

/** How people also write a state's name. */
const SHORT_NAMES = [{ state: 'Federal Capital Territory', name: 'FCT' }];

/** Every name of every state: its own, its alias and its short one. */
const NAMES = [
  ...STATES.flatMap(({ state, alias }) => [
    { state, name: state },
    { state, name: alias },
  ]),
  ...SHORT_NAMES,
].map(({ state, name }) => ({ state, words: wordsOf(name) }));

/** The words of a text in small letters, each with a space before and after it. */
function wordsOf(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}

/** The state that a text names and nothing else: 'Kano', 'kano', 'Kano State', 'FCT'; undefined if there is none. */
export function findState(text: string): string | undefined {
  const words = wordsOf(text).replace(/(?<=\S) state $/, ' ');
  return NAMES.find((name) => name.words === words)?.state;
}

/** The first state that the text of a shipping place (spec §3) names; undefined if it names none. */
export function stateOfPlace(place: string): string | undefined {
  const words = wordsOf(place);
  let first: { state: string; at: number } | undefined;
  for (const name of NAMES) {
    const at = words.indexOf(name.words);
    if (at >= 0 && (!first || at < first.at)) first = { state: name.state, at };
  }
  return first?.state;
}

/** The local government areas of a state; [] if the state is unknown. */
export function areasOf(state: string): readonly string[] {
  return STATES.find((entry) => entry.state === state)?.lgas ?? [];
}
