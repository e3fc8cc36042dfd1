import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { entry, type FakeBackend, openBackend } from './backend.harness.ts';
import { fault, firstTimes, readFrom, STREAM, times } from './read.harness.ts';

const PATH = '/api/catalogue/snapshot';
const cut = (backend: FakeBackend, lines: number) => (response: ServerResponse) => {
  response.write(`${backend.lines().slice(0, lines).join('\n')}\n`, () => response.destroy());
};

it('requests a stream that was cut again', async () => {
  const backend = await openBackend(500);
  backend.instead = firstTimes(2, PATH, cut(backend, 300));
  expect((await readFrom(backend, STREAM)).products).toHaveLength(500);
  expect(times(backend, PATH)).toBe(3);
});

it('notices a stream that is incomplete but well-formed', async () => {
  const backend = await openBackend(50);
  backend.products[1] = entry(1, { images: ['/a.jpg'], image: '/a.jpg' });
  const all = backend.lines();
  for (const [lines, words] of [
    [all.slice(0, 30), 'cut off after 29 of 50 products'],
    [[...all.slice(0, 30), ...all.slice(-1)], 'announced 50 products, sent 29 and counted 50'],
    [[...all.slice(0, 3), '{"end":true}'], 'announced 50 products, sent 2 and counted nothing'],
    [[...all.slice(0, 3), ...all.slice(2, -2), ...all.slice(-1)], 'p1 came twice'],
    [[...all.slice(0, 9), '<html>', ...all.slice(9)], "Line 9 is not JSON: '<html>'"],
    [all.slice(1), 'has another beginning'],
  ] as const) {
    backend.lines = () => [...lines];
    expect((await fault(readFrom(backend, STREAM))).message).toContain(words);
  }
});

it('reads chunks of any size, and texts with line ends other than \\n', async () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\u2028', '\r\n', '👃🏽'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { maxLength: 5 }),
      fc.array(fc.nat(400), { maxLength: 6 }),
      async (texts, cuts) => {
        const backend = await openBackend(0);
        backend.products = [...texts, 'x'].map((description, at) =>
          entry(at, { description: description.toWellFormed() }),
        );
        backend.instead = (path) => {
          if (path !== PATH) return undefined;
          return async (response) => {
            let rest = Buffer.from(`${backend.lines().join('\n')}\n`);
            for (const cutAt of cuts) {
              await new Promise((sent) => response.write(rest.subarray(0, cutAt), sent));
              rest = rest.subarray(cutAt);
            }
            response.end(rest);
          };
        };
        expect((await readFrom(backend, STREAM)).products).toEqual(backend.products);
      },
    ),
    { numRuns: 100 },
  );
});

it('uses the time of the backend’s clock', async () => {
  const { now } = await readFrom(await openBackend(1), STREAM);
  expect(new Date(now).toISOString()).toBe('2026-11-21T12:00:00.000Z');
});
