import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlight } from './highlight.ts';

/** Returns the name with the typed parts in brackets. */
const show = (name: string, typed: string) =>
  highlight(name, typed)
    .map((piece) => (piece.typed ? `[${piece.text}]` : piece.text))
    .join('');

describe('the highlight', () => {
  it.each([
    ['Tom Ford Oud Wood', 'oud', 'Tom Ford [Oud] Wood'],
    ['Tom Ford Oud Wood', 'to', '[To]m Ford Oud Wood'],
    ['Tom Ford Oud Wood', 'tomford', '[Tom Ford] Oud Wood'],
    ['Tom Ford Oud Wood', 'wood ford', 'Tom [Ford] Oud [Wood]'],
    ['Tom Ford Oud Wood', 'mf', 'Tom Ford Oud Wood'],
    ['Lattafa Khamrah', 'am', 'Lattafa Kh[am]rah'],
    ['Terre d’Hermès', 'dherm', 'Terre [d’Herm]ès'],
    ['Hermès', 'HERMES', '[Hermès]'],
    ['Hermes\u0300', 'hermes', '[Hermes\u0300]'],
    ["Givenchy L'Interdit", 'interdit', "Givenchy L'[Interdit]"],
    ['Chanel No. 5', 'channel 5', 'Chanel No. [5]'],
    ['Creed (Aventus)', '(aventus', 'Creed ([Aventus])'],
    ['Oud oud', 'oud', '[Oud oud]'],
    ['<b>Oud</b>', 'oud', '<b>[Oud]</b>'],
    ['Oud Wood', '.*', 'Oud Wood'],
    ['Oud Wood', '', 'Oud Wood'],
  ])('in %s for %s', (name, typed, shown) => {
    expect(show(name, typed)).toBe(shown);
  });

  it('has alternating pieces that join to the name', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(..."aAbBéÉ ’'-oO\u0301İ𝒜ß") }),
    );
    fc.assert(
      fc.property(text, text, (name, typed) => {
        const pieces = highlight(name, typed);
        expect(pieces.map((piece) => piece.text).join('')).toBe(name);
        for (const [index, piece] of pieces.entries()) {
          expect(piece.text).not.toBe('');
          expect(piece.typed).not.toBe(pieces[index + 1]?.typed);
        }
      }),
    );
  });

  it('marks the typed start of a name', () => {
    const name = fc.stringMatching(/^[A-Za-z]{1,8}( [A-Za-z]{1,8}){0,3}$/);
    fc.assert(
      fc.property(name, fc.nat(), (text, cut) => {
        const typed = text.slice(0, 1 + (cut % text.length)).trim();
        const [first] = highlight(text, typed.toUpperCase());
        expect(first?.typed).toBe(true);
        expect(first?.text.startsWith(typed)).toBe(true);
      }),
    );
  });
});
