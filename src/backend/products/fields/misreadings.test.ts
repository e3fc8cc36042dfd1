import { expect, it } from 'vitest';
import { misreadings } from './misreadings.ts';

const columnsOf = (given: Parameters<typeof misreadings>[0]) =>
  misreadings(given).map(({ column }) => column);

it.each(['Deep <b>oud</b>', 'Deep<br/>and warm', 'Rose &amp; oud', 'N&#176;5', 'N&#xB0;5', '</p>'])(
  'names the markup in %j',
  (text) => {
    expect(columnsOf({ name: text, brand: text, description: text })).toEqual([
      'name',
      'brand',
      'description',
    ]);
    expect(columnsOf({ tags: ['oud', text] })).toEqual(['tags']);
  },
);

it.each(['5 < 6 > 4', 'Oud & Rose', 'Dolce&Gabbana', 'AT&T;', '<3', 'a <- b'])(
  'leaves %j alone',
  (text) => {
    expect(columnsOf({ name: text, description: text })).toEqual([]);
  },
);

it('names a list with commas once, by its first entry', () => {
  const notes = { top: ['Lime, Mint', 'Rose, Oud'], heart: ['Rose'], base: ['Musk; Amber'] };
  expect(misreadings({ notes })).toEqual([
    { column: 'notes_top', message: expect.stringContaining("'Lime, Mint' as one entry") },
    { column: 'notes_base', message: expect.stringContaining("'Musk; Amber' as one entry") },
  ]);
});
