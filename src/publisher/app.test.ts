import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CatalogueMessage } from '#contract/publishing.ts';
import { foldersOf } from '#publisher/release/folders.ts';
import { publisherApp } from './app.ts';

const SECRET = 'a secret of more than thirty-two characters';
const message = JSON.stringify({ version: '7', at: '2026-06-01T12:00:00.000Z' });
const seconds = (offset = 0) => String(Math.floor(Date.now() / 1000) + offset);
const sign = (body: string, timestamp: string, secret = SECRET) =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

let folder: string;
let taken: CatalogueMessage[];
const open = () =>
  publisherApp({
    secret: SECRET,
    folders: foldersOf(folder),
    follower: {
      take: async (change) => {
        taken.push(change);
      },
      rollBack: async () => expect.fail('no request was sent'),
      resume: async () => expect.fail('no request was sent'),
    },
  });
const post = async (headers: Record<string, string>, body = message, method = 'POST') => {
  const answer = await open().request('/publish', {
    method,
    headers,
    ...(method === 'POST' && { body }),
  });
  const refusal = (await answer.json()) as { code?: string; field?: string; message?: string };
  return { status: answer.status, ...refusal };
};
it('sends every answer with the headers of something that is not a page', async () => {
  for (const method of ['GET', 'POST']) {
    const { headers } = await open().request('/publish', { method });
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'referrer-policy': 'no-referrer',
    });
  }
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

it('accepts a signed message without body, version or time, and ignores other fields', async () => {
  const bodies = ['', ' ', '[]', '7', '"at"', 'null', '{"event":"product.updated"}', '{"at":null}'];
  for (const body of bodies) expect((await send(open(), body)).status, body).toBe(202);
  expect(taken).toEqual(bodies.map(() => ({})));
  expect((await send(open(), '{"version":"7","model":"product"}')).status).toBe(202);
  expect(taken.at(-1)).toEqual({ version: '7' });
});

it('names the field of a body that it refuses, and its remedy', async () => {
  for (const [body, field, words] of [
    ['version=7', 'body', 'The body is not JSON.'],
    ['{"version":7}', 'version', 'The field version of the body is 7. It must be a string'],
    ['{"version":"7","at":"yesterday"}', 'at', 'is "yesterday". It must be a time in UTC'],
    ['{"at":1764000000}', 'at', 'or be left out'],
    [`"${'x'.repeat(5000)}"`, 'body', 'more than 4096 bytes'],
  ] as const) {
    const timestamp = seconds();
    const headers = {
      'x-turare-timestamp': timestamp,
      'x-turare-signature': sign(body, timestamp),
    };
    const refusal = await post(headers, body);
    expect(refusal.field, body).toBe(field);
    expect(refusal.message, body).toContain(words);
    expect(refusal.status).toBe(body.length > 4096 ? 413 : 400);
  }
  expect(taken).toEqual([]);
});

it('names the header that is missing or wrong, and its remedy', async () => {
  const timestamp = seconds();
  const signature = sign(message, timestamp);
  const late = seconds(-3600);
  const lateIso = new Date(Number(late) * 1000).toISOString().slice(0, 19);
  const [time, name] = ['x-turare-timestamp', 'x-turare-signature'];
  for (const [headers, field, ...words] of [
    [{}, name, 'is missing', 'HMAC-SHA256', 'Authorization: Bearer'],
    [{ [time]: timestamp }, name, 'is missing', 'PUBLISHER_SECRET'],
    [{ [name]: signature }, time, 'is missing', 'whole seconds since 1970'],
    [{ [name]: signature, [time]: `${timestamp}000` }, time, 'looks like milliseconds'],
    [{ [name]: signature, [time]: 'now' }, time, "is 'now'", 'whole seconds'],
    [{ [name]: signature.toUpperCase(), [time]: timestamp }, name, 'lowercase hex'],
    [
      { [name]: sign('', timestamp), [time]: timestamp },
      name,
      'this body',
      'same PUBLISHER_SECRET',
    ],
    [
      { [name]: sign(message, late), [time]: late },
      time,
      lateIso,
      'our clock says',
      's apart, of 300 at most',
    ],
    [{ authorization: 'Basic abc' }, 'authorization', "another form than 'Bearer SECRET'"],
    [{ authorization: 'Bearer abc' }, 'authorization', 'another secret', 'PUBLISHER_SECRET'],
  ] as const) {
    const refusal = await post(headers);
    expect(refusal.status).toBe(401);
    expect(refusal.field).toBe(field);
    for (const part of words) expect(refusal.message).toContain(part);
  }
  expect(await post({}, '', 'GET')).toMatchObject({ status: 405, field: 'method' });
  expect(taken).toEqual([]);
});

it('accepts the secret in place of a signature, also repeatedly', async () => {
  const headers = { authorization: `Bearer ${SECRET}` };
  for (const body of ['', message]) expect((await post(headers, body)).status).toBe(202);
  expect(taken).toEqual([{}, JSON.parse(message)]);
});

it('does not accept the secret beside a wrong signature', async () => {
  const headers = { authorization: `Bearer ${SECRET}`, 'x-turare-signature': '0'.repeat(64) };
  expect((await post(headers)).status).toBe(401);
});
