import { type Refused, refuse } from '#backend/base/result.ts';

/** The rights of one of the merchant's people: an owner may do everything, a packer what orders need until delivery. */
export type Role = 'owner' | 'packer';

/** The person who acts for the shop. A command acts as an owner, because its user can read the database. */
export interface Actor {
  /** The person's name in the log. */
  name: string;
  role: Role;
}

/** Whether somebody with this role may do what needs `needed`. */
export const may = (role: Role, needed: Role): boolean => role === 'owner' || needed === 'packer';

/**
 * Refuses what only an owner may do. Each service asks it first; pages only leave out what would be refused.
 * @param action - the action, as it follows 'may': 'change prices'.
 * @returns the refusal (`forbidden`), or null for an owner.
 */
export const ownersOnly = (actor: Actor, action: string): Refused<'forbidden'> | null =>
  may(actor.role, 'owner')
    ? null
    : refuse('forbidden', `Only an owner may ${action}. You are signed in as a ${actor.role}.`);
