import nigeria from './nigeria.json' with { type: 'json' };

/** A state of Nigeria or the Federal Capital Territory, with its local government areas (spec §3). */
export interface State {
  state: string;
  alias: string;
  lgas: string[];
}

/** 37 entries, 774 areas. Six names occur in two states each, so an area is known by (state, name). */
export const STATES: readonly State[] = nigeria;

/** The areas to choose from in a state; [] when the state is unknown. */
export function areasOf(state: string): readonly string[] {
  return STATES.find((entry) => entry.state === state)?.lgas ?? [];
}
