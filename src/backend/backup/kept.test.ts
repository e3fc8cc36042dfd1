import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backupName, isLeftOver, keptBackups, uncheckedName } from './kept.ts';

const DAY_MS = 86_400_000;
/** 03:00 in Lagos, on the day after so many. */
const night = (first: string, days: number) =>
  new Date(Date.parse(`${first}T02:00:00Z`) + days * DAY_MS);
const dayOf = (name: string) => name.slice(5, 15);
/** The Monday of a day's week, by the calendar of JavaScript. */
function mondayOf(day: string): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

/** A folder over days of a timer that runs or does not, cleared after each run. */
function simulate(first: string, runs: readonly boolean[]) {
  let folder: string[] = [];
  const all: string[] = [];
  const evenings: { now: Date; folder: string[]; all: string[] }[] = [];
  for (const [day, ran] of runs.entries()) {
    const now = night(first, day);
    if (ran) {
      const name = backupName(now);
      all.push(name);
      folder = keptBackups([...folder, name], now);
    }
    evenings.push({ now, folder, all: [...all] });
  }
  return evenings;
}

/** Checks the promise in another way: by the calendar, day by day. */
function expectPromised({ now, folder, all }: ReturnType<typeof simulate>[number]): void {
  expect(folder.length).toBeLessThanOrEqual(7 + 4 + 1);
  const newest = all.at(-1);
  if (newest) expect(folder).toContain(newest);
  const today = dayOf(backupName(now));
  for (let ago = 0; ago < 7; ago++) {
    const day = dayOf(backupName(new Date(now.getTime() - ago * DAY_MS)));
    const made = all.filter((name) => dayOf(name) === day).at(-1);
    if (made) expect(folder).toContain(made);
  }
  for (let ago = 0; ago <= 4; ago++) {
    const monday = mondayOf(
      new Date(Date.parse(today) - ago * 7 * DAY_MS).toISOString().slice(0, 10),
    );
    const made = all.filter((name) => mondayOf(dayOf(name)) === monday).at(-1);
    if (made) expect(folder).toContain(made);
  }
}

describe('which backups are kept', () => {
  it('are seven days and four weeks, over 60 days and a change of year', () => {
    const evenings = simulate('2026-12-01', Array(60).fill(true));
    for (const evening of evenings) expectPromised(evening);
    const kept = evenings.map(({ folder }) => folder.map(dayOf));
    // Friday: the Sundays of four weeks. The last is one of the seven days.
    expect(kept.at(-1)).toEqual([
      ...['2027-01-29', '2027-01-28', '2027-01-27', '2027-01-26', '2027-01-25', '2027-01-24'],
      ...['2027-01-23', '2027-01-17', '2027-01-10', '2027-01-03'],
    ]);
    // Monday of the week in which the year changed.
    expect(kept[27]).toEqual([
      ...['2026-12-28', '2026-12-27', '2026-12-26', '2026-12-25', '2026-12-24', '2026-12-23'],
      ...['2026-12-22', '2026-12-20', '2026-12-13', '2026-12-06'],
    ]);
    expect(Math.max(...kept.map(({ length }) => length))).toBe(11);
    console.log(kept.map((days) => days.map((day) => day.slice(5)).join(' ')).join('\n'));
  });

  it('are what was promised, whichever days the timer missed', () => {
    const start = fc
      .integer({ min: 0, max: 800 })
      .map((days) => night('2026-01-01', days).toISOString().slice(0, 10));
    // A timer that runs on one day of ten, or on all of them.
    const runs = fc.integer({ min: 1, max: 10 }).chain((often) =>
      fc.array(
        fc.integer({ min: 0, max: 9 }).map((n) => n < often),
        { minLength: 40, maxLength: 120 },
      ),
    );
    fc.assert(
      fc.property(start, runs, (first, ran) => {
        for (const evening of simulate(first, ran)) expectPromised(evening);
      }),
      { numRuns: 60 },
    );
  });

  it('are the same, in whatever order a folder lists them', () => {
    const names = simulate('2026-10-01', Array(50).fill(true)).at(-1)?.all ?? [];
    const now = night('2026-10-01', 50);
    fc.assert(
      fc.property(fc.shuffledSubarray(names), (some) => {
        expect(keptBackups(some, now)).toEqual(keptBackups(some.toSorted(), now));
      }),
    );
  });

  it('are the newest of a day with several', () => {
    const names = ['shop-2026-11-26T0300.tar.gz', 'shop-2026-11-26T1412.tar.gz'];
    expect(keptBackups(names, new Date('2026-11-26T20:00:00Z'))).toEqual([names[1]]);
  });

  it('are those of a person and of an update for seven days, and they take the place of none of the timer', () => {
    const timer = 'shop-2026-11-19T0300-100-rows.tar.gz';
    const made = [
      'shop-2026-11-19T1105-100-rows-hand.tar.gz',
      'shop-2026-11-19T1107-100-rows-update.tar.gz',
      'shop-2026-11-19T1109-100-rows-hand.tar.gz',
    ];
    const names = [timer, ...made];
    const keptLater = (days: number, minutes = 0) =>
      keptBackups(
        names,
        new Date(Date.parse('2026-11-19T10:05:00Z') + days * DAY_MS + minutes * 60_000),
      );
    expect(keptLater(6, 1439)).toEqual(names.toReversed());
    expect(keptLater(7)).toEqual([made[2], made[1], timer]);
    expect(keptLater(8)).toEqual([made[2], timer]);
  });

  it('are the newest with ten times the rows of all later ones, for as long as there are none', () => {
    const good = 'shop-2026-11-26T0300-12000-rows.tar.gz.age';
    const small = Array.from({ length: 60 }, (_, day) =>
      backupName(night('2026-11-27', day), { rows: 14, by: 'timer' }),
    );
    const earlier = 'shop-2026-11-25T0300-12000-rows.tar.gz.age';
    const now = night('2026-11-27', 60);
    expect(keptBackups([earlier, good, ...small], now).at(-1)).toBe(good);
    const again = backupName(now, { rows: 1300, by: 'timer' });
    expect(keptBackups([good, ...small, again], now)).not.toContain(good);
  });

  it('are printed for sixty days of a timer, of people and of updates, with a catalogue that is deleted on day 30', () => {
    let folder: string[] = [];
    const lines: string[] = [];
    for (let day = 0; day < 60; day++) {
      const rows = (by: number) => (day > 30 || (day === 30 && by > 3) ? 14 : 12_000 + day);
      const make = (hour: number, by: 'timer' | 'hand' | 'update') => {
        const at = new Date(night('2026-12-01', day).getTime() + (hour - 3) * 3_600_000);
        const before = folder;
        folder = keptBackups([...folder, backupName(at, { rows: rows(hour), by })], at);
        expect(before.filter((name) => !folder.includes(name)).length).toBeLessThan(5);
      };
      make(3, 'timer');
      if (day === 30 || day % 9 === 0) make(11, 'hand');
      if (day % 20 === 7) make(15, 'update');
      lines.push(
        `day ${day}: ${folder.map((name) => name.slice(5, -7).replace('-rows', '')).join(' ')}`,
      );
      // That of before the catalogue was deleted.
      if (day >= 30) expect(folder).toContain('shop-2026-12-31T0300-12030-rows.tar.gz');
    }
    console.log(lines.join('\n'));
  });

  it('are as many after months without any, and with a clock that was wrong', () => {
    const old = simulate('2026-01-01', Array(60).fill(true)).at(-1)?.folder ?? [];
    expect(old).toHaveLength(11);
    expect(keptBackups(old, new Date('2026-11-26T02:00:00Z'))).toEqual(old);
    const early = new Date('1970-01-01T02:00:00Z');
    expect(keptBackups([...old, backupName(early)], early)).toEqual([...old, backupName(early)]);
    const late = new Date('2040-01-01T02:00:00Z');
    // The oldest day and the oldest week give way to it.
    expect(keptBackups([...old, backupName(late)], late)).toHaveLength(10);
  });

  it('leave out files of others', () => {
    const others = ['shop.tar.gz', 'my-shop-2026-11-26T0300.tar.gz', 'shop-2026-11-26T0300.tar'];
    expect(keptBackups(others, new Date('2026-11-27T02:00:00Z'))).toEqual([]);
    expect([...others, ...others.map(uncheckedName)].some(isLeftOver)).toBe(false);
  });
});
