import type { ServerResponse } from 'node:http';
import { expect } from 'vitest';
import type { Extension } from '#contract/extensions.ts';
import { createApi } from './api.ts';
import type { FakeBackend } from './backend.harness.ts';
import { readCatalogue } from './catalogue.ts';
import type { CatalogueFault } from './fault.ts';

/** The extensions of a backend that sends its catalogue in one stream. */
export const STREAM: readonly Extension[] = [
  'catalogue.snapshot',
  'catalogue.version',
  'product.facts',
  'product.media',
];
/** The extensions of a backend that counts versions. */
export const VERSION: readonly Extension[] = ['catalogue.version', 'product.facts'];

/** What the last reading has logged. */
export const logged: string[] = [];
/** Reads a catalogue, and does not wait long between tries. */
export const readFrom = (
  backend: Pick<FakeBackend, 'url'>,
  extensions: readonly Extension[],
  { skipInvalid = false, tries = 3, timeout = 20_000 } = {},
) => {
  logged.length = 0;
  return readCatalogue(createApi(backend.url, { tries, firstPause: 2, timeout }), {
    extensions: new Set(extensions),
    skipInvalid,
    log: (line) => logged.push(line),
  });
};
/** Why a reading failed. */
export const fault = async (reading: Promise<unknown>): Promise<CatalogueFault> =>
  reading.then(
    () => expect.fail('the reading succeeded'),
    (error) => error,
  );
/** How many requests a backend got whose path starts so. */
export const times = (backend: FakeBackend, start: string) =>
  backend.asked.filter((path) => path.startsWith(start)).length;
/** Another answer the first `count` times that a path is requested. */
export const firstTimes = (
  count: number,
  path: string,
  answer: (response: ServerResponse) => void,
) => {
  let left = count;
  return (asked: string) => (asked === path && left-- > 0 ? answer : undefined);
};
