import type { Draft } from './draft-store.ts';

/** The form's fields, topmost first. */
export const FIELDS = [
  'fullName',
  'email',
  'phone',
  'address',
  'state',
  'city',
  'shippingLocation',
] as const satisfies readonly (keyof Draft)[];

export type FieldName = (typeof FIELDS)[number];

/** The draft without a city that is not in its state. `areas`: those of the state; undefined while they load. */
export function consistent(draft: Draft, areas: readonly string[] | undefined): Draft {
  return draft.city && areas && !areas.includes(draft.city) ? { ...draft, city: '' } : draft;
}
