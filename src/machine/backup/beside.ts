import type { Addresses } from '#backend/db/addresses.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Settings } from '#backend/settings/settings.ts';
import type { Machine } from '#machine/place.ts';
import type { Cluster } from '#machine/recovery/clusters.ts';

/** A restored shop beside the one that sells. It waits for the word that opens it. */
export interface Prepared {
  /** The name of its backup, or the archive, as part of a sentence. */
  backup: string;
  /** The moment that it is of. */
  of: string;
  /** The clusters as they were when it was restored. Without them, it is a database beside the shop's. */
  clusters?: { live: Cluster; restored: Cluster };
}

/** An opening under way, as it has to be known when it is killed and undone. */
export interface RestoreEntry extends Prepared {
  /** When it began. */
  at: string;
}

export interface How {
  machine: Machine;
  say: (detail: string) => void;
  now: Date;
}

/** A kind of place beside the shop that sells: where a restored one is made, looked at, and opened. */
export interface Beside<Wanted> {
  /** Its word in a sentence. */
  noun: string;
  /** Restores there. */
  make(settings: Settings, wanted: Wanted, how: How): Promise<Prepared>;
  /** Where the restored database is. @param shop - where the one that sells is. */
  address(shop: Addresses, made: Prepared): Addresses;
  /** Starts one that does not start with the machine. */
  start?(made: Prepared): Promise<unknown>;
  /** Lets it take the place of the one that sold. @returns the name of that one. Null if it was empty and is gone. */
  open(settings: Settings, entry: RestoreEntry): Promise<string | null>;
  /** Undoes an opening, wherever it was killed, and drops what was restored. Can be done twice. */
  takeBack(settings: Settings, entry: RestoreEntry): Promise<void>;
  /** Drops what waits, and what a killed restore has left. @returns whether there was something. */
  dropLeft(settings: Settings): Promise<boolean>;
  listAside(db: Pick<Database, 'execute'>): Promise<string[]>;
  /** Deletes one that was put aside. @returns false if no restore has put it aside. */
  discard(settings: Settings, name: string): Promise<boolean>;
}

/** A moment as part of a name: 20261127t003100. */
export const stampOf = (at: Date): string =>
  at.toISOString().slice(0, 19).replace(/[-:]/g, '').toLowerCase();
