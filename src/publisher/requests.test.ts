import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { foldersOf } from '#publisher/release/folders.ts';
import { publisherApp } from './app.ts';
import { changeStatus } from './status.ts';

/** The requests of the back office that a publisher accepts and refuses. */
const SECRET = 'a secret of more than thirty-two characters';
const HELD = '2026-06-01T12:00:00.000Z';

let folder: string;
let done: string[];
const folders = () => foldersOf(folder);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turare-requests-'));
  done = [];
  for (const name of ['000006', '000007']) {
    await mkdir(join(folders().releases, name), { recursive: true });
    await mkdir(join(folders().states, name), { recursive: true });
    const facts = { name, madeAt: HELD, products: 3, version: '1', secret: 'x' };
    await writeFile(join(folders().states, name, 'release.json'), JSON.stringify(facts));
  }
  await symlink('releases/000007', folders().live);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Sent {
  headers?: Record<string, string>;
  open?: ReturnType<typeof app>;
  timestamp?: string;
}

const app = (obeyed = Promise.resolve()) =>
  publisherApp({
    secret: SECRET,
    folders: folders(),
    follower: {
      take: async () => expect.fail('no message was sent'),
      rollBack: async (release) => {
        done.push(`rollback ${release}`);
        return { obeyed };
      },
      resume: async () => {
        done.push('resume');
      },
    },
  });

const seconds = () => String(Math.floor(Date.now() / 1000));

async function send(
  body: unknown,
  { headers = {}, open = app(), timestamp = seconds() }: Sent = {},
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const signature = createHmac('sha256', SECRET).update(`${timestamp}.${text}`).digest('hex');
  const answer = await open.request('/publish/request', {
    method: 'POST',
    body: text,
    headers: { 'x-turare-timestamp': timestamp, 'x-turare-signature': signature, ...headers },
  });
  return { status: answer.status, ...((await answer.json()) as { code?: string; done?: boolean }) };
}
const ROLLBACK = { do: 'rollback', release: '000006', live: '000007' };

it('rolls back, and resumes', async () => {
  expect(await send(ROLLBACK)).toEqual({ status: 200, done: true });
  await changeStatus(folders(), () => ({ heldSince: HELD }));
  expect(await send({ do: 'resume', heldSince: HELD })).toEqual({ status: 200, done: true });
  expect(done).toEqual(['rollback 000006', 'resume']);
});

it('a request counts once, also if somebody sends it again', async () => {
  const sent = { open: app(), timestamp: seconds() };
  expect((await send(ROLLBACK, sent)).status).toBe(200);
  expect(await send(ROLLBACK, sent)).toMatchObject({ status: 409, code: 'taken_before' });
  expect(done).toHaveLength(1);
});

it.each([
  ['another release is live', { ...ROLLBACK, live: '000008' }, 409, 'another_live'],
  ['it is live already', { ...ROLLBACK, release: '000007' }, 409, 'is_live'],
  ['it is not kept any more', { ...ROLLBACK, release: '000001' }, 409, 'no_release'],
  ['nothing is held', { do: 'resume', heldSince: HELD }, 409, 'not_held'],
  ['it names a path', { ...ROLLBACK, release: '../../etc' }, 400, 'wrong_request'],
  ['it is a message', { version: '7' }, 400, 'wrong_request'],
  ['it is not JSON', 'rollback', 400, 'wrong_request'],
  ['it is too large', { ...ROLLBACK, id: 'x'.repeat(5000) }, 413, 'too_large'],
])('refuses a request when %s', async (_, body, status, code) => {
  expect(await send(body)).toMatchObject({ status, code });
  expect(done).toEqual([]);
});

it('refuses a second rollback while the first waits for a publication', async () => {
  const kept = { id: 'w', release: '000006', at: HELD, doneAt: null, fault: null };
  await changeStatus(folders(), () => ({ request: kept }));
  expect(await send(ROLLBACK)).toMatchObject({ status: 409, code: 'request_waits' });
  expect(done).toEqual([]);
});

it('refuses to resume what somebody else has held since', async () => {
  await changeStatus(folders(), () => ({ heldSince: '2026-06-02T12:00:00.000Z' }));
  expect(await send({ do: 'resume', heldSince: HELD })).toMatchObject({ code: 'held_anew' });
  expect(done).toEqual([]);
});

it('refuses an unsigned request, even with the secret', async () => {
  const answer = await app().request('/publish/request', {
    method: 'POST',
    body: JSON.stringify(ROLLBACK),
    headers: { authorization: `Bearer ${SECRET}` },
  });
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'missing_signature' }]);
  const headers = { 'x-turare-signature': '0'.repeat(64) };
  expect(await send(ROLLBACK, { headers })).toMatchObject({ status: 401, code: 'wrong_signature' });
  expect(done).toEqual([]);
});

it('reports only to a caller with the secret, and only what pages show', async () => {
  const report = (authorization: string) =>
    app().request('/publish/report', { headers: { authorization } });
  expect((await report('Bearer another')).status).toBe(401);
  const answer = await report(`Bearer ${SECRET}`);
  const facts = { madeAt: HELD, products: 3, version: '1' };
  expect(await answer.json()).toEqual({
    live: '000007',
    releases: [
      { name: '000007', ...facts },
      { name: '000006', ...facts },
    ],
    heldSince: null,
    waitingSince: null,
    publications: [],
    lastFailure: null,
    failures: 0,
    request: null,
  });
});
