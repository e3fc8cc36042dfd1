import { readFile, writeFile } from 'node:fs/promises';
import type { InstalledMachine } from '#machine/place.ts';
import { openSource, type Source } from './source.ts';

/** Returns the address that this machine was updated from. Null before the first update by an address. */
export const readAddress = ({ updateAddress }: InstalledMachine): Promise<string | null> =>
  readFile(updateAddress, 'utf8').then(
    (text) => text.trim() || null,
    () => null,
  );

/** Keeps the address of a source whose signature is right. A folder is not kept: it may be gone tomorrow. */
export async function keepAddress({ updateAddress }: InstalledMachine, { name }: Source) {
  if (/^https?:/.test(name)) await writeFile(updateAddress, `${name}\n`);
}

/** Opens the source that was named, or the kept one. @throws Error with a sentence if there is none. */
export async function sourceOf(machine: InstalledMachine, named: string): Promise<Source> {
  const where = named || (await readAddress(machine));
  if (!where)
    throw new Error(
      'Name the folder or the address of the new version. An address is kept for the next time.',
    );
  return openSource(where);
}
