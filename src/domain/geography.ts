import nigeria from './nigeria.json' with { type: 'json' };

/** A state of Nigeria or the Federal Capital Territory, with its local government areas (spec §3). */
export interface State {
  state: string;
  alias: string;
  lgas: string[];
}

/** 37 entries, 774 areas. Six names occur in two states each, so an area is known by (state, name). */
export const STATES: readonly State[] = nigeria;

/**
 * The state that a shipping place names (spec §3: a place is a text and a fee), by name or alias; the first one, if it
 * names several; undefined if it names none.
 */
export function stateOfPlace(place: string): string | undefined {
  const words = ` ${place.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  let first: { state: string; at: number } | undefined;
  for (const { state, alias } of STATES) {
    for (const name of [state, alias]) {
      const at = words.indexOf(` ${name.toLowerCase().replaceAll('-', ' ')} `);
      if (at >= 0 && (!first || at < first.at)) first = { state, at };
    }
  }
  return first?.state;
}

/** The areas to choose from in a state; [] when the state is unknown. */
export function areasOf(state: string): readonly string[] {
  return STATES.find((entry) => entry.state === state)?.lgas ?? [];
}
