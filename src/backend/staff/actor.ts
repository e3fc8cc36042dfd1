import { type Refused, refuse } from '#backend/base/result.ts';

/** What one of the merchant's people may do: an owner everything, a packer what orders need until they are delivered. */
export type Role = 'owner' | 'packer';

/** Who does something for the shop. A command acts as an owner, since whoever runs it can read the database. */
export interface Actor {
  /** As the log names the person. */
  name: string;
  role: Role;
}

/** Whether somebody with this role may do what needs `needed`. */
export const may = (role: Role, needed: Role): boolean => role === 'owner' || needed === 'packer';

/**
 * Refuses what only an owner may do. Each service asks it first; pages only leave out what would be refused.
 * @param action - what it is, to stand after 'may': 'change prices'.
 * @returns the refusal (`forbidden`), or null for an owner.
 */
export const ownersOnly = (actor: Actor, action: string): Refused<'forbidden'> | null =>
  may(actor.role, 'owner')
    ? null
    : refuse('forbidden', `Only an owner may ${action}. You are signed in as a ${actor.role}.`);
