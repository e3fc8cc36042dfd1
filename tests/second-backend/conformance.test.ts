import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { checkBackend } from '#conformance/conformance.ts';
import { outcomeOf, type Row } from '#conformance/findings.ts';
import { exitCodeOf } from '#conformance/report.ts';
import type { Change } from './changes/changes.ts';
import { FAULTS } from './changes/faults.ts';
import { QUIRKS } from './changes/quirks.ts';
import { startSecondBackend } from './start.ts';

const SITE = 'https://shop.example';

/** Runs the whole check on a backend with one change. */
async function check(change?: Change, products = 30) {
  const backend = await startSecondBackend({ products, quirks: change ? [change] : [] });
  try {
    const result = await checkBackend({
      api: backend.url,
      site: SITE,
      write: true,
      codeOf: async (email) => backend.state.codes.get(email)?.code,
    });
    return { ...result, edited: backend.state.edited };
  } finally {
    await backend.stop();
  }
}

const outcomes = (rows: readonly Row[]) =>
  Object.fromEntries(rows.map((row) => [row.call, outcomeOf(row)]));

test('a backend with only the specification’s calls has nothing broken', async () => {
  const result = await check();
  expect(result.extensions).toEqual([]);
  expect(
    result.rows.flatMap(({ findings }) => findings.filter(({ verdict }) => verdict === 'broken')),
  ).toEqual([]);
  expect(new Set(Object.values(outcomes(result.rows)))).toEqual(
    new Set(['met', 'adapted', 'missing']),
  );
  expect(exitCodeOf(result)).toBe(0);
});

test('an address where nothing answers is unreachable, not broken', async () => {
  const result = await checkBackend({ api: 'http://127.0.0.1:9' });
  expect(exitCodeOf(result)).toBe(2);
});

/** Runs the command. */
async function run(...args: string[]) {
  const child = spawn(process.execPath, ['scripts/conformance/main.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ]);
  return { out, error, code };
}

test('the command prints a table or JSON, and its exit code tells the result', async () => {
  const backend = await startSecondBackend({ products: 30 });
  try {
    const read = await run(backend.url);
    expect([read.code, read.out]).toEqual([0, expect.stringContaining('GET /api/product ')]);
    expect(read.out).toMatch(
      /POST \/api\/auth\/register +not tried\. It writes: --write tries it\./,
    );
    const code = `${backend.url}/test/code?email={email}`;
    const written = await run(backend.url, '--write', '--code-url', code, '--json');
    const { calls } = JSON.parse(written.out) as { calls: { call: string; outcome: string }[] };
    expect([written.code, calls.filter(({ outcome }) => outcome === 'not tried')]).toEqual([0, []]);
  } finally {
    await backend.stop();
  }
  const fault = FAULTS.find(({ name }) => name === 'GET /api/product: no price');
  const broken = await startSecondBackend({ products: 30, fault });
  try {
    const { code, out } = await run(broken.url);
    expect([code, out]).toEqual([
      1,
      expect.stringContaining('broken products[].price: got nothing'),
    ]);
  } finally {
    await broken.stop();
  }
  const nobody = await run('http://127.0.0.1:9');
  expect([nobody.code, nobody.error]).toEqual([2, expect.stringContaining('cannot be reached')]);
  const wrong = await run('shop.example');
  expect([wrong.code, wrong.error]).toEqual([1, expect.stringContaining('Give the address')]);
});

describe('names a single fault by its call and field', () => {
  test.each(FAULTS)('$name', async (fault) => {
    const { rows } = await check(fault);
    const row = rows.find(({ call }) => call === fault.call);
    const named = row?.findings.map(({ field }) => field) ?? [];
    const isNamed = named.some((field) => field.split(/[[\].]+/).includes(fault.field));
    expect(isNamed, `${fault.field} among ${named.join(', ') || 'nothing'}`).toBe(true);
  });
});

describe('a quirk breaks nothing', () => {
  test.each(QUIRKS)('$name', async (quirk) => {
    const { rows, edited } = await check(quirk);
    // A quirk that edits nothing would break nothing either.
    if (quirk.apply) expect([quirk.call].flat().some((call) => edited.has(call))).toBe(true);
    for (const row of rows) {
      if (![quirk.call].flat().includes(row.call as never)) continue;
      expect(row.findings.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
    }
  });
});
