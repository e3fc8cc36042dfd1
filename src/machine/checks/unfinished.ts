import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { restoreJournal } from '#machine/backup/restore-shop.ts';
import { logOf } from '#machine/in-unit.ts';
import { isLocked } from '#machine/lock.ts';
import type { Machine } from '#machine/place.ts';
import { updateJournal } from '#machine/update/journal.ts';
import { type Found, fault, note } from './check.ts';

/**
 * Returns the operation that was stopped in the middle on this machine, with the one command that ends it. Until then
 * nothing else counts. Null if there is none.
 */
export async function findUnfinished(machine: Machine, dataDir: string): Promise<Found | null> {
  const [name, what, end] = (await look(machine)) ?? [];
  if (name === undefined) return null;
  const found = (await isLocked(dataDir))
    ? note(`${what} is under way.`, `Its log: ${logOf(name)}`)
    : fault(`${what} was interrupted.`, end);
  return { name, ...found };
}

async function look(machine: Machine): Promise<[name: string, what: string, end: string] | null> {
  const restore = await restoreJournal(machine).read();
  if (restore) {
    const end = 'turare restore --undo opens the shop as it was before. Until then no part starts.';
    return ['restore', `The restore of ${restore.backup}`, end];
  }
  if (machine.kind === 'container') {
    // The hook moves the data away before it restores, and removes that last.
    if (!existsSync(join(machine.storage, 'torn'))) return null;
    const end =
      '/hooks/post-restore ends it, on the same volume. Until then the shop does not start.';
    return ['restore', 'The restore of a copied volume', end];
  }
  const update = await updateJournal(machine).read();
  if (update) {
    const end = `turare update ${update.where ?? 'FOLDER-OR-ADDRESS'} finishes it.`;
    return ['update', `The update to version ${update.to}`, end];
  }
  if (!existsSync(machine.removal)) return null;
  return ['removal', 'The removal of the shop', 'turare uninstall finishes it.'];
}
