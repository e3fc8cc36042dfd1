import { describe, expect, it } from 'vitest';
import { KNOWN_BRANDS } from './brands.ts';
import { htmlToText } from './html-text.ts';
import { readConcentration, readName } from './name-parts.ts';
import { findSize, onlySize } from './sizes.ts';
import { readStock } from './stock.ts';

it.each([
  ['12', 12],
  ['12.0', 12],
  ['1,200', 1200],
  ['5 pcs', 5],
  ['-3', 0],
  ['Sold out', 0],
  ['out of stock', 0],
  ['', undefined],
  ['Available', undefined],
  ['1.5', undefined],
  ['10+', undefined],
])('a stock of %j is %s', (text, units) => expect(readStock(text)).toBe(units));

it.each([
  ['Asad 100ml EDP', 100],
  ['50 ML', 50],
  ['3.4 fl oz', 100],
  ['1.7oz', 50],
  ['0.5 l', 500],
  ['10cl', 100],
  ['Set 2 x 50 ml', undefined],
  ['No. 5', undefined],
  ['50 g', undefined],
])('the size in %j is %s ml', (text, ml) => expect(findSize(text)?.ml).toBe(ml));

it('a text with more than a size is not only a size', () => {
  expect(onlySize('(50 ml)')).toBe(50);
  expect(onlySize('50 ml refill')).toBeUndefined();
});

describe('a name', () => {
  const all = { brand: true, concentration: true, size: true };
  it.each([
    [
      'Lattafa Asad 100ml EDP',
      { name: 'Lattafa Asad', brand: 'Lattafa', concentration: 'Eau de Parfum', sizeMl: 100 },
    ],
    ['Tom Ford Oud Wood (tester)', { name: 'Tom Ford Oud Wood (tester)', brand: 'Tom Ford' }],
    [
      'Hermes Terre d’Hermès edt',
      { name: 'Hermes Terre d’Hermès', brand: 'Hermès', concentration: 'Eau de Toilette' },
    ],
    ['Attar of Roses, 6 ml', { name: 'Attar of Roses', sizeMl: 6 }],
    ['Le Parfum', { name: 'Le Parfum' }],
    ['Creedence', { name: 'Creedence' }],
    ['100ml EDP', { name: '100ml EDP' }],
  ])('%s', (written, parts) => expect(readName(written, all, KNOWN_BRANDS)).toEqual(parts));

  it('keeps what a column says', () => {
    const none = { brand: false, concentration: false, size: false };
    expect(readName('Lattafa Asad 100ml EDP', none, KNOWN_BRANDS)).toEqual({
      name: 'Lattafa Asad 100ml EDP',
    });
  });

  it('a whole cell may be a concentration', () => {
    expect(readConcentration('EDP')).toBe('Eau de Parfum');
    expect(readConcentration('Oil')).toBe('Perfume oil');
    expect(readConcentration('Candles')).toBeUndefined();
    expect(readConcentration('')).toBeUndefined();
  });
});

describe('HTML', () => {
  it.each([
    ['<p>One &amp; <b>two</b>.</p><p>Three</p>', 'One & two.\n\nThree'],
    ['<ul><li>A</li><li>B</li></ul>', '• A\n• B'],
    ['a<br>b', 'a\nb'],
    ['plain\n\ntext', 'plain\n\ntext'],
    ['5 < 6 & 7', '5 < 6 & 7'],
    ['caf&eacute; &#8358;5', 'café ₦5'],
    ['<style>p{}</style><p>x</p><script>y()</script>', 'x'],
    ['&lt;p&gt;Sharp &amp;amp; dry.&lt;/p&gt;&lt;script&gt;x()&lt;/script&gt;', 'Sharp & dry.'],
  ])('%j is %j', (html, text) => expect(htmlToText(html).text).toBe(text));

  it('names links and no scripts', () => {
    const html = '<a href="https://a.example/x">a</a> <a href="javascript:b()">b</a>';
    expect(htmlToText(html)).toEqual({ text: 'a b', links: ['https://a.example/x'] });
  });
});

describe('a unit inside a word', () => {
  it.each([
    "N°5 L'Eau",
    'N°5 L’Eau',
    "Chance 2 L'Eau",
    'No. 1 L',
    'Chanel 19 L de Parfum',
    'Oud 5 L',
    'Oud 5000 ml',
    'Oud 0.2 ml',
    'Rose 10 mlle',
    'Oud 3 ozone',
  ])('makes no size of %s, and leaves the name alone', (name) => {
    const wanted = { brand: false, concentration: true, size: true };
    expect(readName(name, wanted, [])).toEqual({ name });
  });

  it.each([
    ['Oud 1 L', 1000],
    ['Oud (0.5 l)', 500],
    ['Oud 10cl', 100],
    ['Asad100ml', 100],
    ['Vial 0.5 ml', 1],
    ['Refill 1,000 ml', 1000],
    ['Oud 100ml.', 100],
    ['No. 5 100ml', 100],
    ['No. 5 L 100 ml', 100],
  ])('reads the size of %s', (name, ml) => {
    expect(findSize(name)?.ml).toBe(ml);
  });

  it('does not cut an Eau out of a name that has an article before it', () => {
    const wanted = { brand: false, concentration: true, size: false };
    expect(readName("Idôle L'Eau de Toilette", wanted, [])).toEqual({
      name: "Idôle L'Eau de Toilette",
    });
  });
});
