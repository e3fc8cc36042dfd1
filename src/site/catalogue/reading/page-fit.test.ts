import { describe, expect, it } from 'vitest';
import { attempt, start } from '#contract/reading/reader.ts';
import { entry, openBackend } from './backend.harness.ts';
import { fitForPage } from './page-fit.ts';
import { readFrom, STREAM } from './read.harness.ts';

describe('an id that cannot be the name of a page', () => {
  const fits = (id: string) =>
    attempt(
      () => fitForPage(entry(1, { id }), start()),
      () => {},
    ) !== undefined;

  it.each([
    '.',
    '..',
    '.rose',
    '.well-known',
    'rose/oud',
    'rose%2foud',
    'rose.html',
    'rose.br',
    'rose\n',
    'half \ud83d',
    'x'.repeat(199) + 'é'.repeat(21),
  ])('%j', (id) => {
    expect(fits(id)).toBe(false);
  });

  it.each(['rose', 'rose.2', 'rose.', 'n°5', '_rose', 'html'])('but %j can', (id) => {
    expect(fits(id)).toBe(true);
  });
});

describe('the second of two products with one id is left out', () => {
  const pair = [
    entry(7, { id: 'rose', name: 'Rose' }),
    entry(8, { id: 'rose', name: 'Rose again' }),
  ];
  const reason = { name: 'rose', reason: '"Rose again" has the same id as "Rose"' };

  it.each([
    ['in one stream', STREAM, 1],
    ['on one page', [], 1],
    ['on two pages', [], 60],
  ])('%s', async (_, extensions, between) => {
    const backend = await openBackend(between);
    backend.products = [pair[0], ...backend.products, pair[1]];
    const { products, skipped } = await readFrom(backend, extensions);
    expect(skipped).toEqual([reason]);
    expect(products).toHaveLength(between + 1);
    expect(products.find(({ id }) => id === 'rose')?.name).toBe('Rose');
  });
});
