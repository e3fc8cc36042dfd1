import nigeria from './nigeria.json' with { type: 'json' };

/** A state of Nigeria, or the Federal Capital Territory, with its local government areas (spec §3). */
export interface State {
  state: string;
  alias: string;
  lgas: string[];
}

/** 37 entries with 774 areas. Six area names occur in two states each, so a name alone does not identify an area. */
export const STATES: readonly State[] = nigeria;

/**
 * The first state that the text of a shipping place (spec §3) names, by name or alias; undefined if it names none.
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

/** The local government areas of a state; [] if the state is unknown. */
export function areasOf(state: string): readonly string[] {
  return STATES.find((entry) => entry.state === state)?.lgas ?? [];
}
