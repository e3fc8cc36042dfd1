import { Faults } from '#backend/base/faults.ts';
import { nearest } from '#backend/base/likeness.ts';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { ifStale } from '#backend/staff/version.ts';
import { compare, differs, type PlaceChange } from './comparing.ts';
import { placeFields } from './place-form.ts';
import { type OwnPlace, ownPlaces } from './places.ts';
import { invalidPlace, type PlaceColumn, type PlaceEdit, readPlace } from './rows.ts';
import { CHANGE, inLock, move, recordPlace, write } from './writing.ts';

export interface PlaceRequest {
  place: string;
  /** Cells by their columns, as typed. Absent ones stay as they are. */
  cells: Partial<Record<Exclude<PlaceColumn, 'place'>, string>>;
  /** Whether it must exist, must not exist, or is added if it does not. */
  mode: 'add' | 'change' | 'either';
  /** The version of what the form showed (placeFields); undefined changes the place in any case. */
  version?: string | undefined;
  /** Its new position in the list from 1, if it changes. */
  position?: number | undefined;
}

/**
 * Adds a place at the end of the list, or changes it, and records the person.
 * @returns null if it has these values already; or the refusal `invalid` with the fault of each column, `conflict` for a
 *   new place whose name is taken, `not_found`, `stale`, `forbidden`.
 */
export async function setPlace(
  db: Database,
  actor: Actor,
  { place, cells, mode, version, position }: PlaceRequest,
): Promise<Result<PlaceChange | null, StaffCode>> {
  const forbidden = ownersOnly(actor, CHANGE);
  if (forbidden) return forbidden;
  const read = readPlace(0, { ...cells, place });
  if (!read.ok) return read;
  return inLock(db, async (transaction) => {
    const all = await ownPlaces(transaction);
    const name = read.value.place;
    const before = all.find((each) => each.place === name);
    const wrong = before ? refuseOld(before, mode, version) : refuseNew(read.value, mode, all);
    if (wrong) return wrong;
    const faults = new Faults();
    const change = compare(read.value, before, faults);
    if (faults.count > 0) return invalidPlace(faults.shown);
    const moved = await move(transaction, all, name, position);
    if (differs(change)) await write(transaction, [change]);
    else if (!moved) return done(null);
    await recordPlace(transaction, actor, change, moved ? position : undefined);
    return done(change);
  });
}

function refuseOld(before: OwnPlace, mode: PlaceRequest['mode'], version: string | undefined) {
  if (mode === 'add') {
    const message = `There is a place '${before.place}' already.`;
    return refuse('conflict', message, { fields: { place: message } });
  }
  return ifStale(version, placeFields(before));
}

function refuseNew({ place, given }: PlaceEdit, mode: PlaceRequest['mode'], all: OwnPlace[]) {
  if (mode === 'change') return unknown(place, all);
  if (given.amountKobo !== undefined) return null;
  const message = `${place} is a new place: set its fee, such as amount=5000`;
  return refuse('invalid', message, { fields: { amount: 'A new place needs a fee.' } });
}

function unknown(name: string, all: readonly OwnPlace[]): Result<never, StaffCode> {
  const near = nearest(
    name,
    all.map(({ place }) => place),
  );
  const hint = near ? ` Did you mean '${near}'?` : '';
  return refuse('not_found', `There is no place '${name}'.${hint}`);
}

/**
 * Removes a place, and records the person. Orders keep its name and fee.
 * @returns the place as it was; or the refusal `not_found`, `stale` or `forbidden`.
 */
export async function removePlace(
  db: Database,
  actor: Actor,
  name: string,
  version?: string,
): Promise<Result<OwnPlace, StaffCode>> {
  return (
    ownersOnly(actor, CHANGE) ??
    inLock(db, async (transaction) => {
      const all = await ownPlaces(transaction);
      const before = all.find(({ place }) => place === name);
      if (!before) return unknown(name, all);
      const stale = ifStale(version, placeFields(before));
      if (stale) return stale;
      const change = { before, after: null };
      await write(transaction, [change]);
      await recordPlace(transaction, actor, change);
      return done(before);
    })
  );
}
