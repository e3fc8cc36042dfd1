import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CatalogueChanged } from '#contract/publishing.ts';
import { foldersOf } from '#publisher/release/folders.ts';
import { publisherApp } from './app.ts';

const SECRET = 'a secret of more than thirty-two characters';
const message = JSON.stringify({ version: '7', at: '2026-06-01T12:00:00.000Z' });
const seconds = (offset = 0) => String(Math.floor(Date.now() / 1000) + offset);
const sign = (body: string, timestamp: string, secret = SECRET) =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

let folder: string;
let taken: CatalogueChanged[];
const open = () =>
  publisherApp({
    secret: SECRET,
    folders: foldersOf(folder),
    follower: {
      take: async (change) => {
        taken.push(change);
      },
    },
  });
const send = async (
  app: ReturnType<typeof open>,
  body: string,
  { timestamp = seconds(), signature = sign(body, timestamp) } = {},
) => {
  const answer = await app.request('/publish', {
    method: 'POST',
    body,
    headers: { 'x-turare-timestamp': timestamp, 'x-turare-signature': signature },
  });
  return { status: answer.status, code: ((await answer.json()) as { code?: string }).code };
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turare-app-'));
  taken = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('accepts a signed message', async () => {
  expect(await send(open(), message)).toEqual({ status: 202, code: undefined });
  expect(taken).toEqual([JSON.parse(message)]);
});

it('refuses a message that was changed, signed with another secret, or signed for another time', async () => {
  const app = open();
  const timestamp = seconds();
  const signature = sign(message, timestamp);
  await fc.assert(
    fc.asyncProperty(
      fc.nat(message.length - 1),
      fc.integer({ min: 1, max: 90 }),
      async (at, by) => {
        const other = String.fromCharCode(33 + ((message.charCodeAt(at) - 33 + by) % 94));
        const changed = message.slice(0, at) + other + message.slice(at + 1);
        fc.pre(changed !== message);
        expect((await send(app, changed, { timestamp, signature })).status).toBe(401);
      },
    ),
  );
  const foreign = { timestamp, signature: sign(message, timestamp, `${SECRET}!`) };
  const moved = { timestamp: String(Number(timestamp) - 1), signature };
  for (const wrong of [foreign, moved, { signature: '' }, { signature: 'Z'.repeat(64) }]) {
    expect(await send(app, message, wrong)).toEqual({ status: 401, code: 'wrong_signature' });
  }
  expect(taken).toEqual([]);
});

it('refuses a message signed more than five minutes from now', async () => {
  for (const offset of [-310, 310]) {
    const answer = await send(open(), message, { timestamp: seconds(offset) });
    expect(answer).toEqual({ status: 401, code: 'wrong_time' });
  }
  for (const offset of [-290, 290]) {
    expect((await send(open(), message, { timestamp: seconds(offset) })).status).toBe(202);
  }
});

it('refuses a replay, even after a restart', async () => {
  const timestamp = seconds();
  expect((await send(open(), message, { timestamp })).status).toBe(202);
  expect(await send(open(), message, { timestamp })).toEqual({ status: 409, code: 'taken_before' });
  expect((await send(open(), message, { timestamp: seconds(1) })).status).toBe(202);
  expect(taken).toHaveLength(2);
});

it('refuses a signed body that is not a message, and a body that is too long', async () => {
  for (const body of ['', '[]', '{"version":7}', '{"version":"7","at":"yesterday"}', '\0']) {
    expect(await send(open(), body)).toEqual({ status: 400, code: 'no_message' });
  }
  expect((await send(open(), `"${'x'.repeat(5000)}"`)).status).toBe(413);
  expect(taken).toEqual([]);
});
