// Makes src/domain/delivery/holidays.json, the public holidays of Nigeria, from the library date-holidays. The library
// and its dependencies take 45 MB, so it is not a dependency here: install it elsewhere, and name that folder.
// npm install --prefix ../holidays date-holidays@3.37.0
// node scripts/holidays/main.ts ../holidays 2026 2032
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { holidayTable, type LibraryHoliday } from './table.ts';

const [folder = '', first = '', last = ''] = process.argv.slice(2);
const years = Array.from(
  { length: Number(last) - Number(first) + 1 },
  (_, at) => Number(first) + at,
);
if (!folder || years.length === 0 || !years.every(Number.isInteger)) {
  throw new Error('Name the folder with date-holidays, the first year and the last one.');
}
const load = createRequire(resolve(folder, 'package.json'));
const Library = load('date-holidays') as new (
  country: string,
) => { getHolidays(year: number): LibraryHoliday[] };
const library = new Library('NG');
const { version } = load('date-holidays/package.json') as { version: string };
const table = holidayTable(
  years.flatMap((year) => library.getHolidays(year)),
  `date-holidays ${version}, ${first} to ${last}; made by scripts/holidays/main.ts`,
  `${last}-12-31`,
);
const file = fileURLToPath(new URL('../../src/domain/delivery/holidays.json', import.meta.url));
await writeFile(file, `${JSON.stringify(table, null, 2)}\n`);
