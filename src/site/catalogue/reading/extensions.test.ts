import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { createApi } from './api.ts';
import { json, openBackend } from './backend.harness.ts';
import { readExtensions } from './extensions.ts';

const lines: string[] = [];

/** Milliseconds that an answer may take when one is coming: a busy machine must not count as silent. */
const PATIENT = 20_000;

/** Reads the extensions of a backend that gives this answer. */
async function read(
  answer: (response: ServerResponse) => unknown,
  before?: string[],
  timeout = PATIENT,
) {
  lines.length = 0;
  const backend = await openBackend(0);
  backend.instead = () => answer;
  const api = createApi(backend.url, { tries: 3, firstPause: 2, timeout });
  const found = await readExtensions(api, { before, log: (line) => lines.push(line) }).then(
    (extensions) => [...extensions],
    (error: Error) => error,
  );
  return { found, asked: backend.asked.length };
}

it('reads the list, and ignores entries that are not names', async () => {
  const { found } = await read((r) => json(r, { extensions: ['live', 7, 'own.thing'] }));
  expect(found).toEqual(['live', 'own.thing']);
});

it('treats 404 as no extensions, silently', async () => {
  expect(await read((r) => r.writeHead(404).end())).toEqual({ found: [], asked: 1 });
  expect(lines).toEqual([]);
});

it.each<[string, (response: ServerResponse) => unknown]>([
  ['401', (r) => r.writeHead(401).end('{"message":"Unauthorized"}')],
  ['a page of the site', (r) => r.end('<!doctype html><div id="root">')],
  ['a message', (r) => json(r, { message: 'Route not found' })],
  ['null', (r) => json(r, null)],
  ['another shape', (r) => json(r, { extensions: 'none' })],
])('takes %s for none at once, and says that the call is optional', async (_, answer) => {
  expect(await read(answer)).toEqual({ found: [], asked: 1 });
  expect(lines).toEqual([expect.stringMatching(/extensions.*This call is optional/)]);
});

it.each<[string, (response: ServerResponse) => unknown, RegExp, number]>([
  ['500', (r) => r.writeHead(500).end(), /answered 500/, PATIENT],
  ['silence', () => {}, /nothing came/, 200],
  ['a closed connection', (r) => r.destroy(), /No answer/, PATIENT],
])('tries %s again and then takes it for none', async (_, answer, words, timeout) => {
  expect(await read(answer, undefined, timeout)).toEqual({ found: [], asked: 3 });
  expect(lines).toEqual([expect.stringMatching(words)]);
  expect(lines[0]).toContain('This call is optional');
});

it('asks a backend once when the live release uses no extension', async () => {
  expect(await read((r) => r.writeHead(500).end(), [])).toEqual({ found: [], asked: 1 });
});

it.each<[string, (response: ServerResponse) => unknown, number]>([
  ['500', (r) => r.writeHead(500).end(), 3],
  ['a web page', (r) => r.end('<h1>Bad gateway</h1>'), 3],
  ['403 of a proxy', (r) => r.writeHead(403).end(), 1],
])('fails when the live release uses extensions and %s comes', async (_, answer, times) => {
  const { found, asked } = await read(answer, ['live', 'product.facts']);
  expect(asked).toBe(times);
  expect((found as Error).message).toMatch(/uses extensions \(live, product.facts\).*--full/s);
});

it('believes a backend that reports no extensions any more', async () => {
  expect(await read((r) => json(r, { extensions: [] }), ['live'])).toEqual({ found: [], asked: 1 });
  expect(await read((r) => r.writeHead(404).end(), ['live'])).toEqual({ found: [], asked: 1 });
});
