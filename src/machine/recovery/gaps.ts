import type { Segment } from './pgbackrest.ts';

/** A time that cannot be had: the log of it was dropped. */
export interface Gap {
  from: Date;
  until: Date;
}

/** The timeline of a part of the log, and its place there. */
const placeOf = (name: string) => ({
  timeline: name.slice(0, 8),
  log: Number.parseInt(name.slice(8, 16), 16),
  part: Number.parseInt(name.slice(16), 16),
});

/**
 * Whether one part of the log follows another. How many parts make 4 GB depends on their size, which is a power of
 * two from 1 MB to 1 GB.
 */
function follows(before: string, after: string): boolean {
  const [a, b] = [placeOf(before), placeOf(after)];
  // After a restore PostgreSQL starts a new timeline, in the middle of a part of the old one.
  if (a.timeline !== b.timeline) return true;
  if (a.log === b.log) return b.part === a.part + 1;
  const parts = a.part + 1;
  return b.log === a.log + 1 && b.part === 0 && parts >= 4 && (parts & (parts - 1)) === 0;
}

/**
 * The gaps between parts of the log.
 * @param segments - in order.
 * @param archived - the newest that PostgreSQL believes to be there, and when. It is not if it was dropped.
 */
export function gapsIn(segments: readonly Segment[], archived: Segment | null): Gap[] {
  const last = segments.at(-1);
  const isLost = archived !== null && last !== undefined && archived.name > last.name;
  const all = isLost ? [...segments, archived] : segments;
  return all.flatMap((segment, place) => {
    const before = all[place - 1];
    if (!before) return [];
    const isThere = follows(before.name, segment.name) && !(isLost && segment === archived);
    return isThere ? [] : [{ from: before.at, until: segment.at }];
  });
}
