import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Folders, foldersOf } from '#publisher/release/folders.ts';
import { Follower } from './follower.ts';
import type { Publisher } from './publisher.ts';
import { changeStatus, readStatus } from './status.ts';

let folders: Folders;
beforeEach(async () => {
  folders = foldersOf(await mkdtemp(join(tmpdir(), 'turare-follower-')));
});
afterEach(() => rm(folders.root, { recursive: true, force: true }));

/** A publisher whose publications end when a test says so. */
function slowPublisher(current: () => string, outdated = { now: false }) {
  let version = '';
  /** `waiting` is the number of pictures that wait for their renditions. */
  const running: { end: (error?: Error, waiting?: number) => void }[] = [];
  const publish = vi.fn(
    () =>
      new Promise<unknown>((resolve, reject) => {
        const read = current();
        running.push({
          end: (error, waiting = 0) => {
            if (error) return reject(error);
            version = read;
            resolve({ pictures: { waiting } });
          },
        });
      }),
  );
  const publisher = {
    folders,
    publish,
    live: async () => ({ version }),
    isOutdated: async () => outdated.now,
    makeReady: async () => {},
    close: async () => {},
  } as unknown as Publisher;
  return { publisher, publish, running };
}

it('publishes a burst of a hundred changes with two builds', async () => {
  let version = 0;
  const { publisher, publish, running } = slowPublisher(() => String(version));
  const follower = new Follower(publisher, () => {});
  const tell = () => follower.take({ version: String(++version), at: new Date().toISOString() });
  await tell();
  await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(1));
  for (let change = 2; change <= 100; change++) await tell();
  running[0]?.end();
  await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(2));
  running[1]?.end();
  await vi.waitFor(async () => expect((await readStatus(folders)).wanted).toBeNull());
  expect(publish).toHaveBeenCalledTimes(2);
  await follower.close();
});

it('publishes at its start after a change of settings, and a version only once', async () => {
  const outdated = { now: true };
  const { publisher, publish, running } = slowPublisher(() => '1', outdated);
  const follower = new Follower(publisher, () => {});
  await follower.begin();
  await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(1));
  outdated.now = false;
  running[0]?.end();
  await vi.waitFor(async () => expect((await readStatus(folders)).wanted).toBeNull());
  await follower.take({ version: '1' });
  await vi.waitFor(async () => expect((await readStatus(folders)).wanted).toBeNull());
  expect(publish).toHaveBeenCalledTimes(1);
  // The backend has restarted with other extensions, and says that its catalogue is the same.
  outdated.now = true;
  await follower.take({ version: '1' });
  await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(2));
  running[1]?.end();
  await follower.close();
});

it('publishes a change without a version that arrives during a publication', async () => {
  const { publisher, publish, running } = slowPublisher(() => '1');
  const follower = new Follower(publisher, () => {});
  await follower.take({});
  await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(1));
  await follower.take({});
  running[0]?.end();
  await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(2));
  running[1]?.end();
  await vi.waitFor(async () => expect((await readStatus(folders)).wanted).toBeNull());
  expect(publish).toHaveBeenCalledTimes(2);
  await follower.close();
});

it('publishes a change that arrives while it prepares the next process', async () => {
  const { publisher, publish, running } = slowPublisher(() => '1');
  const ready = Promise.withResolvers<void>();
  const makeReady = vi.fn(() => ready.promise);
  const follower = new Follower(Object.assign(publisher, { makeReady }), () => {});
  follower.look();
  await vi.waitFor(() => expect(makeReady).toHaveBeenCalled());
  await follower.take({ version: '1', at: new Date().toISOString() });
  ready.resolve();
  await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(1));
  running[0]?.end();
  await follower.close();
});

it('makes the renditions that wait after a quiet minute, and not before a change', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { publisher, publish, running } = slowPublisher(() => '1');
    const follower = new Follower(publisher, () => {});
    const until = (count: number) => expect.poll(() => running.length, { interval: 5 }).toBe(count);
    await follower.take({});
    await until(1);
    running[0]?.end(undefined, 7);
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    expect(publish).toHaveBeenLastCalledWith(expect.objectContaining({ pictureMs: 5_000 }));
    vi.advanceTimersByTime(60_000);
    await until(2);
    expect(publish).toHaveBeenLastCalledWith();
    running[1]?.end();
    await follower.close();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('publishes soon after a full disk has space again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let free = 1000;
    const { publisher, running } = slowPublisher(() => '1');
    const follower = new Follower(publisher, () => {}, { freeBytes: async () => free });
    const until = (count: number) => expect.poll(() => running.length, { interval: 5 }).toBe(count);
    const waits = () => expect.poll(() => vi.getTimerCount()).toBe(1);
    await follower.take({});
    const full = new Error('The build failed: ENOSPC: no space left on device, write');
    for (const [at, pause] of [5_000, 15_000, 60_000].entries()) {
      await until(at + 1);
      running[at]?.end(full);
      for (let passed = 0; passed < pause; passed += 5_000) {
        await waits();
        vi.advanceTimersByTime(5_000);
      }
    }
    await until(4);
    running[3]?.end(full);
    await waits();
    free += 2 * 1024 * 1024;
    vi.advanceTimersByTime(5_000);
    await until(5);
    running[4]?.end();
    await follower.close();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('reports a fault of its folder, and continues once it is fixed', async () => {
  const { publisher, publish, running } = slowPublisher(() => '1');
  const failures: unknown[] = [];
  const follower = new Follower(publisher, (error) => failures.push(error));
  await writeFile(folders.status, 'no JSON');
  follower.look();
  await vi.waitFor(() => expect(failures).toHaveLength(1));
  expect(String(failures[0])).toContain('cannot be read');
  await rm(folders.status);
  await follower.take({ version: '1', at: new Date().toISOString() });
  await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(1));
  running[0]?.end();
  await follower.close();
});

it('tries again after a failure, and after a restart', async () => {
  const { publisher, publish, running } = slowPublisher(() => '1');
  const failures: unknown[] = [];
  const first = new Follower(publisher, (error) => failures.push(error));
  await first.take({ version: '1', at: new Date().toISOString() });
  await vi.waitFor(() => expect(running).toHaveLength(1));
  running[0]?.end(new Error('The API is away.'));
  await vi.waitFor(() => expect(failures).toHaveLength(1));
  await first.close();
  expect((await readStatus(folders)).wanted?.version).toBe('1');

  const second = new Follower(publisher, () => {});
  second.look();
  await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(2));
  running[1]?.end();
  await vi.waitFor(async () => expect((await readStatus(folders)).wanted).toBeNull());
  await second.close();
});

it('publishes nothing after a rollback', async () => {
  const { publisher, publish, running } = slowPublisher(() => '1');
  await changeStatus(folders, () => ({ heldSince: new Date().toISOString() }));
  const follower = new Follower(publisher, () => {});
  await follower.take({ version: '1', at: new Date().toISOString() });
  await follower.close();
  expect(publish).not.toHaveBeenCalled();

  await changeStatus(folders, () => ({ heldSince: null }));
  const next = new Follower(publisher, () => {});
  next.look();
  await vi.waitFor(() => expect(running).toHaveLength(1));
  running[0]?.end();
  await vi.waitFor(async () => expect((await readStatus(folders)).wanted).toBeNull());
  await next.close();
});

it('carries out a request after the current publication, and publishes nothing after it', async () => {
  const { publisher, publish, running } = slowPublisher(() => '1');
  const shown: string[] = [];
  publisher.rollBack = async (name) => {
    shown.push(name ?? '');
    await changeStatus(folders, () => ({ heldSince: new Date().toISOString() }));
    return {} as never;
  };
  const follower = new Follower(publisher, () => {});
  await follower.take({ version: '1' });
  await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(1));
  const { obeyed } = await follower.rollBack('000006');
  expect(shown).toEqual([]);
  running[0]?.end();
  await obeyed;
  expect(shown).toEqual(['000006']);
  await follower.take({ version: '2' });
  await follower.close();
  expect(publish).toHaveBeenCalledTimes(1);
  expect((await readStatus(folders)).request).toMatchObject({ release: '000006', fault: null });
});

it('keeps why a request could not be done, and carries out one that a dead process left', async () => {
  const { publisher } = slowPublisher(() => '1');
  publisher.rollBack = async () => {
    throw new Error('Release 000001 is not available.');
  };
  const left = {
    id: 'w',
    release: '000001',
    at: new Date().toISOString(),
    doneAt: null,
    fault: null,
  };
  await changeStatus(folders, () => ({ request: left }));
  const follower = new Follower(publisher, () => {});
  await follower.begin();
  await vi.waitFor(async () =>
    expect((await readStatus(folders)).request).toMatchObject({
      doneAt: expect.any(String),
      fault: 'Release 000001 is not available.',
    }),
  );
  await follower.close();
});
