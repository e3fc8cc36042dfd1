import { mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginSpool, type Send, type Spool } from './spool.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turare-spool-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  vi.useRealTimers();
  // The last reader removes the file after its stream has ended.
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]));
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** A spool whose writer is the test. */
async function writtenByHand() {
  const given = Promise.withResolvers<Send>();
  const end = Promise.withResolvers<void>();
  const spool = await beginSpool((begin, send) => {
    begin('7');
    given.resolve(send);
    return end.promise;
  });
  return { spool, send: await given.promise, end };
}

/** Reads a spool as texts; undefined at its end. */
function read(spool: Spool) {
  const { signal } = new AbortController();
  const reader = spool.read({ patienceMs: 10_000, signal, onEnd: () => {} }).getReader();
  return {
    next: async () => {
      const { value } = await reader.read();
      return value && Buffer.from(value).toString();
    },
    cancel: () => reader.cancel(),
  };
}

it('is read while it is written, from its beginning, by any number of readers', async () => {
  const { spool, send, end } = await writtenByHand();
  expect(spool.version).toBe('7');
  const early = read(spool);
  await send('one\n');
  expect(await early.next()).toBe('one\n');
  const next = early.next();
  await send('two ọ\n');
  expect(await next).toBe('two ọ\n');
  const late = read(spool);
  expect(await late.next()).toBe('one\ntwo ọ\n');
  const last = [early.next(), late.next()];
  end.resolve();
  expect(await Promise.all(last)).toEqual([undefined, undefined]);
  await spool.ended;
  await spool.giveUp();
});

it('ends with the error of its writer after what came before, and before it has begun with nothing', async () => {
  const { spool, send, end } = await writtenByHand();
  await send('one\n');
  const reader = read(spool);
  end.reject(new Error('disk on fire'));
  await spool.ended;
  expect(spool.failed).toBe(true);
  expect(await reader.next()).toBe('one\n');
  await expect(reader.next()).rejects.toThrow('disk on fire');
  await spool.giveUp();
  await expect(beginSpool(() => Promise.reject(new Error('no table')))).rejects.toThrow('no table');
});

it('does not cut off a reader that waits for the writer', async () => {
  const { spool, send, end } = await writtenByHand();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const reader = read(spool);
  const first = reader.next();
  // The reader opens the file first, at its own pace.
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(2));
  vi.advanceTimersByTime(600_000);
  vi.useRealTimers();
  await send('late\n');
  expect(await first).toBe('late\n');
  end.resolve();
  await reader.cancel();
  await spool.ended;
  await spool.giveUp();
});
