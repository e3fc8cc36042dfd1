import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { readDuration } from '#publisher/duration.ts';
import { pollCatalogue } from '#publisher/poll.ts';
import { Poller, pauseAfter } from '#publisher/poller.ts';
import type { Publisher } from '#publisher/publisher.ts';
import { type Folders, foldersOf } from '#publisher/release/folders.ts';
import { changeStatus, readStatus } from '#publisher/status.ts';
import { createApi } from '#site/catalogue/reading/api.ts';
import { readCatalogue } from '#site/catalogue/reading/catalogue.ts';
import { shownHash } from '#site/catalogue/reading/shown.ts';
import { ALWAYS_LISTED } from './backend.ts';
import { newBackend, newPublisher } from './publisher.harness.ts';

let folders: Folders;
beforeEach(async () => {
  folders = foldersOf(await mkdtemp(join(tmpdir(), 'turare-poll-')));
});
afterEach(() => rm(folders.root, { recursive: true, force: true }));

const EXTENSIONS = new Set(ALWAYS_LISTED);
const NEVER = new AbortController().signal;

/** Opens a backend of three products, and a publisher whose live release shows the backend's current data. */
async function openPair() {
  const backend = await newBackend(3);
  const shown = async () => {
    const api = createApi(backend.url);
    const options = { extensions: EXTENSIONS, skipInvalid: false, log: () => {} };
    return shownHash(await readCatalogue(api, options), EXTENSIONS, Date.now());
  };
  const live: { version: string | null; shown?: string; extensions: string[] } = {
    version: null,
    shown: await shown(),
    extensions: [...EXTENSIONS],
  };
  const publisher = {
    folders,
    live: async () => live,
    isUpToDate: async () => true,
  } as unknown as Publisher;
  const settings = { API_URL: backend.url, SITE_URL: 'https://shop.example' };
  const poll = () => pollCatalogue(publisher, settings, NEVER);
  backend.calls = 0;
  return { backend, live, publisher, settings, poll, shown };
}

it('finds only changes that pages show', async () => {
  const { backend, live, poll, shown } = await openPair();
  const [first] = backend.products;
  if (!first) throw new Error('The backend has no products.');
  expect(await poll()).toEqual({ outcome: 'same' });
  Object.assign(first, { qtyAvailable: 0, soldCount: 99, ratings: 4, numReviews: 3 });
  live.shown = await shown();
  Object.assign(first, { soldCount: 100, ratings: 4.5, numReviews: 4 });
  expect(await poll()).toEqual({ outcome: 'same' });
  for (const change of [
    { price: 1 },
    { qtyAvailable: 3 },
    { description: 'Another one.' },
    { images: ['https://pictures.example/a.jpg'] },
    { discount: { type: 'fixed' as const, amount: 1 } },
  ]) {
    live.shown = await shown();
    Object.assign(first, change);
    expect((await poll()).outcome, JSON.stringify(change)).toBe('changed');
  }
  live.shown = await shown();
  backend.products.pop();
  expect((await poll()).outcome).toBe('changed');
});

it('finds that a discount has ended', async () => {
  const { backend, live, poll, shown } = await openPair();
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  Object.assign(backend.products[0] ?? {}, { discount: { type: 'fixed', amount: 1, expiresAt } });
  live.shown = await shown();
  expect(await poll()).toEqual({ outcome: 'same' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(expiresAt) + 1000 });
  try {
    expect((await poll()).outcome).toBe('changed');
  } finally {
    vi.useRealTimers();
  }
});

it('reads nothing while changes are held or one is being published', async () => {
  const { backend, poll } = await openPair();
  await changeStatus(folders, () => ({ heldSince: new Date().toISOString() }));
  expect(await poll()).toEqual({ outcome: 'held' });
  const wanted = { version: null, at: new Date().toISOString() };
  await changeStatus(folders, () => ({ heldSince: null, wanted }));
  expect(await poll()).toEqual({ outcome: 'busy' });
  expect(backend.calls).toBe(0);
});

it('asks a backend with versions only for its version', async () => {
  const { backend, live, poll } = await openPair();
  backend.version = '7';
  live.version = '7';
  live.extensions.push('catalogue.version');
  expect(await poll()).toEqual({ outcome: 'same' });
  expect(backend.calls).toBe(2);
  live.extensions.push('payment.test');
  expect((await poll()).reason).toBe('The backend has other extensions.');
  live.extensions.pop();
  live.version = '6';
  expect((await poll()).reason).toContain('has version 7');
  expect(backend.calls).toBe(5);
});

it('publishes a difference once, says why a poll failed, and continues to poll', async () => {
  const { backend, live, publisher, settings, shown } = await openPair();
  const take = vi.fn(async () => {
    live.shown = await shown();
  });
  const lines: string[] = [];
  const onLine = (line: string) => lines.push(line);
  const poller = new Poller(publisher, { take }, { everyMs: 20, settings, onLine });
  const polled = (outcome: string) =>
    vi.waitFor(async () => expect((await readStatus(folders)).lastPoll?.outcome).toBe(outcome));
  try {
    poller.start();
    await polled('same');
    Object.assign(backend.products[0] ?? {}, { price: 5 });
    // Waits until it has also read the catalogue: an earlier fault would be another difference.
    await vi.waitFor(() => expect(take).toHaveResolvedTimes(1));
    await polled('same');
    backend.fault = () => 'error';
    await polled('failed');
    expect((await readStatus(folders)).lastPoll?.reason).toContain('answered 500');
    backend.fault = () => undefined;
    await polled('same');
  } finally {
    await poller.close();
  }
  expect(take).toHaveBeenCalledOnce();
  expect(lines.filter((line) => line.includes('failed'))).toHaveLength(1);
});

it('ends an unanswered poll when it is closed', async () => {
  const { publisher, settings } = await openPair();
  const asked = Promise.withResolvers<void>();
  const silent = createServer(() => asked.resolve()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const API_URL = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const take = vi.fn();
  const options = { everyMs: 20, settings: { ...settings, API_URL }, onLine: () => {} };
  const poller = new Poller(publisher, { take }, options);
  poller.start();
  await asked.promise;
  await poller.close();
  expect(take).not.toHaveBeenCalled();
  expect((await readStatus(folders)).lastPoll).toBeNull();
});

it('waits longer after failures, with a random part', () => {
  expect(pauseAfter(60_000, 0, 0.5)).toBe(60_000);
  expect(pauseAfter(60_000, 0, 0)).toBe(54_000);
  expect(pauseAfter(60_000, 0, 1)).toBe(66_000);
  expect(pauseAfter(60_000, 3, 0.5)).toBe(480_000);
  expect(pauseAfter(60_000, 50, 0.5)).toBe(3_600_000);
  expect(pauseAfter(7_200_000, 5, 0.5)).toBe(7_200_000);
});

it('reads durations, and says what is wrong with one', () => {
  expect(['10s', '5m', ' 1h ', '24h'].map(readDuration)).toEqual([10_000, 3e5, 36e5, 864e5]);
  for (const wrong of ['5', 'm', '5 minutes', '-5m', '0.5h', '9s', '25h', '5M', '']) {
    expect(() => readDuration(wrong)).toThrow(`is '${wrong}' and must be a number with s, m or h`);
  }
});

it('polls without a build as long as the live release shows the catalogue', async () => {
  const backend = await newBackend(3);
  const publisher = await newPublisher(backend);
  const settings = { API_URL: backend.url };
  const poll = async () => (await pollCatalogue(publisher, settings, NEVER)).outcome;
  expect(await poll()).toBe('changed');
  await publisher.publish();
  expect(await poll()).toBe('same');
  Object.assign(backend.products[0] ?? {}, { price: 5 });
  expect(await poll()).toBe('changed');
  await publisher.publish();
  expect(await poll()).toBe('same');
});
