import { expect, it } from 'vitest';
import { holidayTable } from './table.ts';

const entry = (date: string, name: string, rule: string, type = 'public') => ({
  date: `${date} 00:00:00 -0600`,
  name,
  rule,
  type,
});
const table = (...entries: ReturnType<typeof entry>[]) => {
  const { fixed, expected } = holidayTable(entries, 'a library', '2027-12-31');
  return { fixed, expected };
};

it('a feast that depends on the moon is expected on each of its possible days', () => {
  expect(table(entry('2027-03-09', 'Id el Fitr', '1 Shawwal P2D'))).toEqual({
    fixed: {},
    expected: { '2027-03-09': 'Eid-el-Fitr', '2027-03-10': 'Eid-el-Fitr' },
  });
});

it('a holiday on a weekend also gives the next free weekday, which is expected', () => {
  const christmas = entry('2027-12-25', 'Christmas Day', '12-25');
  expect(table(christmas, entry('2027-12-26', 'Boxing Day', '12-26'))).toEqual({
    fixed: { '2027-12-25': 'Christmas Day', '2027-12-26': 'Boxing Day' },
    expected: { '2027-12-27': 'Christmas Day', '2027-12-28': 'Boxing Day' },
  });
});

it('leaves out days on which couriers work, and the library’s substitute days', () => {
  const left = [
    entry('2027-05-27', "Children's Day", '05-27'),
    entry('2027-03-28', 'Easter Sunday', 'easter', 'observance'),
    entry('2027-05-03', "Worker's Day (substitute day)", '05-01 and if Saturday then next Monday'),
  ];
  expect(table(...left)).toEqual({ fixed: {}, expected: {} });
});
