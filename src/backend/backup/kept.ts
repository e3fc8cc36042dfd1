import { lagosTime } from '#domain/words.ts';

/** With `.age` it is encrypted. */
const NAME = /^shop-\d{4}-\d{2}-\d{2}T\d{4}\.tar\.gz(\.age)?$/;
/** What a run leaves behind that was killed. */
const LEFT_OVER = /^shop-\d{4}-\d{2}-\d{2}T\d{4}\.tar\.gz\.unchecked(\.[0-9a-f-]+\.part)?$/;

/** The name of a backup of this minute, in Lagos: 'shop-2026-11-26T0300.tar.gz'. Names sort as their times do. */
export const backupName = (at: Date): string =>
  `shop-${lagosTime(at).replace(' ', 'T').replace(':', '')}.tar.gz`;

/** The name of a backup until it has been read back. */
export const uncheckedName = (name: string): string => `${name}.unchecked`;

export const isLeftOver = (name: string): boolean => LEFT_OVER.test(name);
export const isBackup = (name: string): boolean => NAME.test(name);
/** The name that it gets when it is encrypted, and whether it is. */
export const encryptedName = (name: string): string => `${name}.age`;
export const isEncryptedName = (name: string): boolean => name.endsWith('.age');

const dayOf = (name: string): string => name.slice('shop-'.length, 'shop-YYYY-MM-DD'.length);
/** Days since a Monday, in weeks. */
const weekOf = (name: string): number => Math.floor((Date.parse(dayOf(name)) / 86_400_000 + 3) / 7);

/** How many periods have their newest backup kept. The current week's is the newest of all; four more are kept beside it. */
const RULES: readonly [period: (name: string) => string | number, count: number][] = [
  [dayOf, 7],
  [weekOf, 1 + 4],
];

/**
 * Which backups stay: the newest of each of the last seven days, and of the current week and the four before it. Weeks begin on
 * Monday; the time is that of Lagos. Days and weeks without a backup do not count, so that a timer or a clock that was wrong
 * removes nothing that is still the best there is. What is later than now stays, too, and does not count.
 * @param names - of files. Those that are no backups by their name are left out.
 * @returns newest first.
 */
export function keptBackups(names: readonly string[], now: Date): string[] {
  const ours = names.filter(isBackup).toSorted().reverse();
  const past = ours.filter((name) => name <= encryptedName(backupName(now)));
  const kept = new Set<string>();
  for (const [period, count] of RULES) {
    const seen = new Set<string | number>();
    for (const name of past) {
      if (seen.has(period(name))) continue;
      if (seen.size === count) break;
      seen.add(period(name));
      kept.add(name);
    }
  }
  return ours.filter((name) => kept.has(name) || !past.includes(name));
}
