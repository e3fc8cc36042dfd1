import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkBackend } from '#conformance/conformance.ts';
import { outcomeOf, type Row } from '#conformance/findings.ts';
import { exitCodeOf, tableOf } from '#conformance/report.ts';
import { EXTENSIONS } from '#contract/extensions.ts';
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

describe('an address where nothing answers is unreachable, not broken', () => {
  const whyNot = async (api: string) => {
    const result = await checkBackend({ api });
    expect(exitCodeOf(result)).toBe(2);
    return result.unreachable;
  };

  test('because nothing listens, its name is unknown, or it does not speak TLS', async () => {
    const server = createServer((_, answer) => void answer.end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await whyNot(`https://127.0.0.1:${port}`)).toContain('does not speak TLS');
    server.close();
    await once(server, 'close');
    expect(await whyNot(`http://127.0.0.1:${port}`)).toBe('nothing listens there (ECONNREFUSED)');
    expect(await whyNot('http://no-such-host.invalid')).toContain('DNS does not know its name');
  });

  test('although there is a proxy that requests do not use', async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('HTTPS_PROXY', 'http://proxy.example:3128');
    expect(await whyNot('http://no-such-host.invalid')).toContain(
      'The proxy http://proxy.example:3128 was not used: set NODE_USE_ENV_PROXY=1',
    );
  });
});

test('the table begins with the count, and with the extensions that pay most', async () => {
  const lines = tableOf(await check()).split('\n');
  expect(lines[1]).toMatch(/^\d+ met · \d+ adapted · /);
  const [first, more] = ['Extensions that pay most', 'Other extensions'].map((title) =>
    lines.indexOf(title),
  );
  expect([(more ?? 0) - (first ?? 0), lines.length - (more ?? 0)]).toEqual([
    7,
    EXTENSIONS.length - 4,
  ]);
  expect(lines[(first ?? 0) + 1]).toContain('payment.idempotencyKey: an order that is sent twice');
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
  const nobody = await run('http://no-such-host.invalid');
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
