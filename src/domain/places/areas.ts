import areas from './areas.json' with { type: 'json' };

/**
 * The 774 local government areas by state (spec §3). Six names occur in two states each, so a name alone identifies no
 * area. Separate from geography.ts: the list is 4 kB on the wire, and the checkout needs it only after the state.
 */
const AREAS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(areas));

/** Returns the local government areas of a state; [] if the state is unknown. */
export function areasOf(state: string): readonly string[] {
  return AREAS.get(state) ?? [];
}
