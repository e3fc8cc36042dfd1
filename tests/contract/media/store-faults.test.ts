import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { LogEntry } from '#backend/base/log.ts';
import { keyOf, type ObjectStore, StoreUnavailable } from '#backend/media/objects/object-store.ts';
import { openPictures } from '#backend/media/objects/open.ts';
import { watchOutages } from '#backend/media/objects/outages.ts';
import { probeStore } from '#backend/media/objects/probe.ts';
import { createS3Store } from '#backend/media/objects/s3-store.ts';
import { pictureHash } from '#backend/media/store.ts';
import type { S3Place } from '#backend/settings/s3-place.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { type S3Server, startS3 } from '../../s3/server.ts';

/** The refusals of an S3 store, and its behaviour when it is slow or away. */

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterEach(() => s3.failWith());
afterAll(() => s3.close());

const KEY = keyOf.original(pictureHash('a picture'));
const open = (change: Record<string, string> = {}) =>
  openPictures(readSettings({ ...s3.settings, ...change }));
/** Returns a store that waits no longer than this. */
const hasty = (tryMs: number) =>
  createS3Store(
    {
      purpose: 'MEDIA_S3',
      endpoint: s3.settings.MEDIA_S3_ENDPOINT ?? '',
      bucket: 'pictures',
      region: 'us-east-1',
      keyId: 'S3RVER',
      secretKey: 'S3RVER',
      prefix: '',
      pathStyle: true,
    } satisfies S3Place,
    { tryMs, allMs: tryMs, tries: 3 },
  );
const faultOf = async (store: ObjectStore): Promise<StoreUnavailable> => {
  const error = await probeStore(store).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StoreUnavailable)) throw new Error(`Not refused: ${String(error)}`);
  // Whatever is wrong, the error shows nobody a key.
  expect(error.message).not.toMatch(/S3RVER|wrong-secret/);
  return error;
};

describe('the start-up check says what to fix', () => {
  test.each([
    ['a wrong key', { MEDIA_S3_KEY_ID: 'nobody' }, /does not know the key of MEDIA_S3_KEY_ID/],
    [
      'a wrong secret',
      { MEDIA_S3_SECRET_KEY: 'wrong-secret' },
      /MEDIA_S3_SECRET_KEY does not belong to MEDIA_S3_KEY_ID/,
    ],
    [
      'no bucket',
      { MEDIA_S3_BUCKET: 'nowhere' },
      /^The S3 bucket nowhere at 127\.0\.0\.1:\d+ does not exist: create the bucket nowhere/,
    ],
  ])('%s', async (_, change, sentence) => {
    const fault = await faultOf(open(change));
    expect(fault.message).toMatch(sentence);
    expect(fault.needsFix).toBe(true);
  });

  test('a clock that is wrong', async () => {
    s3.failWith(() => ({ status: 403, code: 'RequestTimeTooSkewed' }));
    const fault = await faultOf(open());
    expect(fault.message).toMatch(/the clock of this machine is wrong/);
    expect(fault.needsFix).toBe(true);
  });

  test.each([
    ['PUT', 'write', 's3:PutObject'],
    ['DELETE', 'remove', 's3:DeleteObject'],
    ['GET', 'read', 's3:GetObject, and s3:ListBucket beside it'],
  ])('a key without the right to %s', async (method, verb, right) => {
    s3.failWith((call) => (call.method === method ? { status: 403, code: 'AccessDenied' } : null));
    const fault = await faultOf(open());
    expect(fault.message).toContain(
      `does not let this key ${verb} pictures: give it the right ${right}`,
    );
    expect(fault.needsFix).toBe(true);
  });

  test('an address that is not an S3 store', async () => {
    s3.failWith(() => ({ status: 404 }));
    expect((await faultOf(open())).message).toMatch(/answered 404: correct MEDIA_S3_ENDPOINT/);
  });

  test('a removed bucket is not a missing picture', async () => {
    await expect(open({ MEDIA_S3_BUCKET: 'nowhere' }).get(KEY)).rejects.toThrow('does not exist');
  });

  test('a region or an endpoint of another bucket', async () => {
    s3.failWith(() => ({ status: 400, code: 'AuthorizationHeaderMalformed' }));
    expect((await faultOf(open())).message).toMatch(/is not in the region us-east-1/);
    s3.failWith(() => ({ status: 301 }));
    expect((await faultOf(open())).message).toMatch(/is elsewhere: correct MEDIA_S3_ENDPOINT/);
  });
});

describe('a store that fails temporarily', () => {
  test.each([
    { status: 500, code: 'InternalError' },
    { status: 503, code: 'SlowDown' },
    { status: 429 },
    'cut' as const,
  ])('%o: is tried again', async (fault) => {
    let failures = 2;
    s3.failWith(() => (failures-- > 0 ? fault : null));
    await open().put(KEY, Buffer.from('bytes'));
    expect(String(await open().get(KEY))).toBe('bytes');
  });

  test('that fails each time is given up, and nothing needs fixing', async () => {
    s3.failWith(() => ({ status: 503, code: 'SlowDown' }));
    const began = s3.calls.length;
    const fault = await faultOf(open());
    expect(fault.message).toMatch(/answered 503 \(SlowDown\)\.$/);
    expect(fault.needsFix).toBe(false);
    expect(s3.calls.length - began).toBe(3);
  });

  test('that does not answer is given up after a while', async () => {
    s3.failWith(() => 'silence');
    const fault = await faultOf(hasty(200));
    expect(fault.message).toMatch(/did not answer within 0\.2 s\.$/);
    expect(fault.needsFix).toBe(false);
  });

  test('that refuses the key is not tried again', async () => {
    s3.failWith(() => ({ status: 403, code: 'AccessDenied' }));
    const began = s3.calls.length;
    await expect(open().get(KEY)).rejects.toThrow(StoreUnavailable);
    expect(s3.calls.length - began).toBe(1);
  });
});

describe('an outage', () => {
  test('costs one call a second, one line in the log, and another one when it is over', async () => {
    const log: LogEntry[] = [];
    const seen: string[] = [];
    const watched = watchOutages(open(), {
      log: (entry) => log.push(entry),
      onCall: ({ call, outcome }) => seen.push(`${call} ${outcome}`),
    });
    await watched.put(KEY, Buffer.from('bytes'));
    expect(watched.isUp()).toBe(true);

    s3.failWith(() => ({ status: 403, code: 'AccessDenied' }));
    const before = s3.calls.length;
    const ended = await Promise.allSettled(Array.from({ length: 50 }, () => watched.get(KEY)));
    expect(ended.every(({ status }) => status === 'rejected')).toBe(true);
    expect(watched.isUp()).toBe(false);
    // All that were under way when the first failed, and no later ones.
    const first = s3.calls.length - before;
    for (let number = 0; number < 20; number++) {
      await expect(watched.get(KEY)).rejects.toThrow(StoreUnavailable);
    }
    expect(s3.calls.length - before - first).toBeLessThan(20);

    s3.failWith();
    await vi.waitFor(async () => expect(String(await watched.get(KEY))).toBe('bytes'));
    expect(watched.isUp()).toBe(true);
    expect(log.map(({ event }) => event)).toEqual([
      'picture_store_unavailable',
      'picture_store_back',
    ]);
    expect(log[1]).toMatchObject({ refused: expect.any(Number) });
    expect(Number(log[1]?.refused)).toBeGreaterThanOrEqual(70);
    expect(JSON.stringify(log)).not.toContain('S3RVER');
    expect(seen).toContain('get failed');
    expect(seen.at(-1)).toBe('get ok');
  });
});
