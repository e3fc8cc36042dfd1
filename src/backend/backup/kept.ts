import { lagosTime } from '#domain/lagos-date.ts';

/** The origin of a backup: the nightly timer, a person, or an update before it begins. */
export type BackupMaker = 'timer' | 'hand' | 'update';

/** With `.age` it is encrypted. Names of versions before 1.1.0 have no rows, and no maker. */
const NAME = /^shop-\d{4}-\d{2}-\d{2}T\d{4}(?:-(\d+)-rows)?(?:-(hand|update))?\.tar\.gz(?:\.age)?$/;
/** The name of a file that a killed run leaves behind. */
const LEFT_OVER = /^shop-\d{4}-\d{2}-\d{2}T\d{4}\.tar\.gz\.unchecked(\.[0-9a-f-]+\.part)?$/;

/**
 * Names a backup of this minute, in Lagos: 'shop-2026-11-26T1105-3120-rows-hand.tar.gz'. Names sort as their times do.
 * Older ones are removed by their names alone: one in a store is encrypted, and the database may be lost.
 */
export function backupName(at: Date, made?: { rows: number; by: BackupMaker }): string {
  const minute = lagosTime(at).replace(' ', 'T').replace(':', '');
  const maker = made && made.by !== 'timer' ? `-${made.by}` : '';
  return `shop-${minute}${made ? `-${made.rows}-rows` : ''}${maker}.tar.gz`;
}

/** The name of a backup until it has been read back. */
export const uncheckedName = (name: string): string => `${name}.unchecked`;

export const isLeftOver = (name: string): boolean => LEFT_OVER.test(name);
export const isBackup = (name: string): boolean => NAME.test(name);
/** The name that it gets when it is encrypted, and whether it is. */
export const encryptedName = (name: string): string => `${name}.age`;
export const isEncryptedName = (name: string): boolean => name.endsWith('.age');

/** The part of a name that says when the backup was made: 'shop-2026-11-26T1105'. */
export const minuteOf = (name: string): string => name.slice(0, 'shop-YYYY-MM-DDTHHMM'.length);
/** When a backup was made, by its name. */
export const timeOf = (name: string): Date =>
  new Date(`${dayOf(name)}T${name.slice(16, 18)}:${name.slice(18, 20)}+01:00`);
const isTimed = (name: string): boolean => NAME.exec(name)?.[2] === undefined;
const rowsOf = (name: string): number => Number(NAME.exec(name)?.[1] ?? 0);
const dayOf = (name: string): string => name.slice('shop-'.length, 'shop-YYYY-MM-DD'.length);
/** Days since a Monday, in weeks. */
const weekOf = (name: string): number => Math.floor((Date.parse(dayOf(name)) / 86_400_000 + 3) / 7);

/** The number of periods whose newest backup is kept. The current week's is the newest of all; four more are kept. */
const RULES: readonly [period: (name: string) => string | number, count: number][] = [
  [dayOf, 7],
  [weekOf, 1 + 4],
];
/** Milliseconds for which all stay that nobody's timer made. */
const BY_HAND_MS = 7 * 86_400_000;
/** A backup replaces no earlier one with so many times its rows: somebody may have deleted what is missing. */
const MANY_TIMES = 10;

/** The newest of each period. @param names - newest first. */
function newestOfPeriods(names: readonly string[]): string[] {
  return RULES.flatMap(([period, count]) => {
    const seen = new Map<string | number, string>();
    for (const name of names) {
      if (seen.has(period(name))) continue;
      if (seen.size === count) break;
      seen.set(period(name), name);
    }
    return [...seen.values()];
  });
}

/**
 * Selects the backups that stay: the newest of each of the last seven days, and of the current week and the four before
 * it. Each rule holds for all backups, and again for the timer's. Those that a person or an update made stay for seven
 * days. The newest that has ten times the rows of all later ones stays. Weeks begin on Monday; the time is that of
 * Lagos. Days and weeks without a backup do not count, so a wrong timer or clock does not remove the best backup.
 * Backups later than now stay, too, and do not count.
 * @param names - of files. Those that are no backups by their name are left out.
 * @returns newest first.
 */
export function keptBackups(names: readonly string[], now: Date): string[] {
  const ours = names.filter(isBackup).toSorted().reverse();
  const minute = backupName(now);
  const past = ours.filter((name) => minuteOf(name) <= minuteOf(minute));
  const kept = new Set([...newestOfPeriods(past), ...newestOfPeriods(past.filter(isTimed))]);
  let most = 0;
  for (const name of past) {
    const isNew = now.getTime() - timeOf(name).getTime() < BY_HAND_MS;
    if (isNew && !isTimed(name)) kept.add(name);
    const rows = rowsOf(name);
    if (most > 0 && rows >= most * MANY_TIMES) kept.add(name);
    most = Math.max(most, rows);
  }
  return ours.filter((name) => kept.has(name) || !past.includes(name));
}
