/** The fields that are read from an entry of date-holidays. */
export interface LibraryHoliday {
  /** '2027-03-09 00:00:00 -0600': only the day counts. */
  date: string;
  name: string;
  type: string;
  rule: string;
}

/** The content of holidays.json: names by day ('2026-12-25'). */
export interface HolidayTable {
  source: string;
  /** The last day that the table covers. */
  until: string;
  /** Days that the Public Holidays Act fixes. */
  fixed: Record<string, string>;
  /** Days that are only expected: the moon decides, or the government moves a holiday on a weekend to a weekday. */
  expected: Record<string, string>;
}

/**
 * Holidays that the library calls public but a courier works on: only schools are closed on Children's Day, nobody on
 * Youth Day, and the Islamic New Year is a holiday of some states only.
 */
const NOT_CLOSED = ["Children's Day", 'National Youth Day', 'Islamic New Year'];

/** Islamic months in the library's rules. */
const BY_MOON = /Shawwal|Dhu al-Hijjah|Rabi al-awwal/;

/** The names that people in Nigeria use. */
const NAMES = new Map([
  ["Worker's Day", "Workers' Day"],
  ['Id el Fitr', 'Eid-el-Fitr'],
  ['Id el Kabir', 'Eid-el-Kabir'],
  ['Birthday of Muhammad (Mawlid)', 'Eid-el-Maulud'],
]);

const DAY_MS = 86_400_000;
const plus = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const onWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay());

/**
 * Returns the table of the library's entries. An Islamic feast has as many days as its rule says ('P2D'). A holiday on
 * a Saturday or Sunday also gives the next weekday that is not one. No law says so, but the government has declared it
 * each time since 2021, so it is expected.
 */
export function holidayTable(
  entries: readonly LibraryHoliday[],
  source: string,
  until: string,
): HolidayTable {
  const days = entries
    .filter(
      ({ type, name, rule }) =>
        type === 'public' && !NOT_CLOSED.includes(name) && !/substitute/.test(name) && rule,
    )
    .flatMap(({ date, name, rule }) => {
      const first = date.slice(0, 10);
      const length = Number(/P(\d)D/.exec(rule)?.[1] ?? 1);
      const known = { name: NAMES.get(name) ?? name, moon: BY_MOON.test(rule) };
      return Array.from({ length }, (_, at) => ({ ...known, day: plus(first, at) }));
    })
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  const taken = new Set(days.map(({ day }) => day));
  const fixed: Record<string, string> = {};
  const expected: Record<string, string> = {};
  for (const { day, name, moon } of days) {
    (moon ? expected : fixed)[day] ??= name;
    if (!onWeekend(day)) continue;
    let next = day;
    while (taken.has(next) || onWeekend(next)) next = plus(next, 1);
    taken.add(next);
    if (next <= until) expected[next] = name;
  }
  return { source, until, fixed: sorted(fixed), expected: sorted(expected) };
}

const sorted = (days: Record<string, string>) => Object.fromEntries(Object.entries(days).sort());
