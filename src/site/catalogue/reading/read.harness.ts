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

/** The log lines of the last reading. */
export const logged: string[] = [];
/** Reads a catalogue with short waits between tries. */
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
/** Returns the error of a failed reading. */
export const fault = async (reading: Promise<unknown>): Promise<CatalogueFault> =>
  reading.then(
    () => expect.fail('the reading succeeded'),
    (error) => error,
  );
/** Counts a backend's requests whose path starts so. */
export const times = (backend: FakeBackend, start: string) =>
  backend.asked.filter((path) => path.startsWith(start)).length;
/** Gives another answer to the first `count` requests of a path. */
export const firstTimes = (
  count: number,
  path: string,
  answer: (response: ServerResponse) => void,
) => {
  let left = count;
  return (asked: string) => (asked === path && left-- > 0 ? answer : undefined);
};
