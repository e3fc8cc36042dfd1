import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLUMNS } from './columns.ts';
import { isSame, makeId } from './made-ids.ts';

const idOf = (name: string, brand?: string) => makeId({ name, brand }).id;

describe('an id made of brand and name', () => {
  it.each([
    ['Oud Wood', 'Tom Ford', 'tom-ford-oud-wood'],
    ['Tom Ford Oud Wood', 'Tom Ford', 'tom-ford-oud-wood'],
    ['N°5 -- L’Eau', 'Chanel', 'chanel-n-5-l-eau'],
    ['Light Blue', 'Dolce & Gabbana', 'dolce-gabbana-light-blue'],
    ['ỌBA Ẹ̀kọ́', '', 'oba-eko'],
  ])('of %s, %s is %s, as it always was', (name, brand, id) => {
    expect(makeId({ name, brand })).toEqual({ id, former: id });
  });

  it('differs from the id of a name with other letters, digits or signs', () => {
    const names = [
      'عود',
      'مسك',
      'Уд',
      'Муск',
      '香',
      'Oud & Rose',
      'Oud + Rose',
      'Oud × Rose',
      '❤',
      '🌹',
      '٥',
      'Ƙamshi',
      'Ɗamshi',
    ];
    expect(new Set(names.map((name) => idOf(name, 'Kano'))).size).toBe(names.length);
  });

  it('is the same for all ways to write one name', () => {
    expect(idOf(' عُود  Oud', 'KANO')).toBe(idOf('عُود oud\u200b', 'Kano'));
  });

  it('can be typed, whatever the names', () => {
    const name = (maxLength: number) =>
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength }),
        fc.string({
          unit: fc.constantFrom('a', '-', '㍱', 'ع', '🌹'),
          minLength: maxLength - 2,
          maxLength,
        }),
      );
    fc.assert(
      fc.property(name(200), name(100), (full, brand) => {
        const { id } = makeId({ name: full, brand });
        expect(COLUMNS.id.cell.safeParse(id).data).toBe(id);
      }),
    );
  });

  it('tells long names apart by their ends', () => {
    const long = 'a'.repeat(198);
    expect(idOf(`${long}b`, 'b'.repeat(98))).not.toBe(idOf(`${long}c`, 'b'.repeat(98)));
  });
});

it.each([
  [{ name: 'Oud' }, { name: 'Oud', brand: 'Kano' }, true],
  [{ name: 'Oud', brand: 'Kano' }, { name: 'Kano Oud', brand: 'Kano' }, true],
  [{ name: 'Kano Oud', brand: 'Kano' }, { name: 'Kano Oud', brand: '' }, true],
  [{ name: 'OUD  é' }, { name: 'oud e\u0301' }, true],
  [{ name: 'Oud Rosé' }, { name: 'Oud Rose' }, false],
  [{ name: 'Ford Oud', brand: 'Tom' }, { name: 'Oud', brand: 'Tom Ford' }, false],
  [{ name: 'Oud & Rose' }, { name: 'Oud - Rose' }, false],
])('%o and %o: one product is %s', (row, product, same) => {
  expect(isSame(row, product)).toBe(same);
});
