import { userInfo } from 'node:os';
import type { Actor } from '#backend/services/staff/actor.ts';
import type { StaffResult } from '#backend/services/staff/refusal.ts';

/** Who does it, for the records: as given with --by, or as this machine knows the person. */
export const readBy = (by: string | undefined): string => by?.trim() || userInfo().username;

/** The same as an actor of the services: whoever runs a command can read the database, so she may do all that an owner may. */
export const actorBy = (by: string): Actor => ({ name: by, role: 'owner' });

/** The same of whoever --by names. */
export const ownerBy = (by: string | undefined): Actor => actorBy(readBy(by));

/** What a service answers to one of the merchant's people. @throws Error with its sentence when it refuses. */
export function expectDone<T>(result: StaffResult<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.refusal.message);
}
