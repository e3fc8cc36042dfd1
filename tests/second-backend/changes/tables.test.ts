import { beforeAll, describe, expect, test } from 'vitest';
import { startSecondBackend } from '../start.ts';
import type { Change } from './changes.ts';
import { FAULTS } from './faults.ts';
import { outcomeOf, probesOf } from './probes.ts';
import { QUIRKS } from './quirks.ts';

/** What comes of every request, in the order of the probes, with the call of each. */
async function outcomes(change?: Change) {
  const backend = await startSecondBackend({ quirks: change ? [change] : [] });
  try {
    const result: { call: string; outcome: string }[] = [];
    for (const probe of probesOf(backend)) {
      result.push({ call: probe.call, outcome: await outcomeOf(backend, probe) });
    }
    return result;
  } finally {
    await backend.stop();
  }
}

let right: Awaited<ReturnType<typeof outcomes>> = [];
beforeAll(async () => {
  right = await outcomes();
});

/** The calls whose answers a change makes different. */
async function changedCalls(change: Change): Promise<string[]> {
  const changed = (await outcomes(change)).filter(
    ({ outcome }, at) => outcome !== right[at]?.outcome,
  );
  return [...new Set(changed.map(({ call }) => call))];
}

test('the second backend answers alike each time', async () => {
  expect(await outcomes()).toEqual(right);
});

test('every name is unique, and there are sixty faults at least', () => {
  const names = [...FAULTS, ...QUIRKS].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(FAULTS.length).toBeGreaterThanOrEqual(60);
});

const isLate = ({ field }: { field: string }) => field === 'time';

describe('a fault changes its call and no other', () => {
  test.each(FAULTS.filter((fault) => !isLate(fault)))('$name', async (fault) => {
    expect(await changedCalls(fault)).toEqual([fault.call]);
  });

  test.each(FAULTS.filter(isLate))('$name', ({ apply }) => {
    const answer = { status: 200, body: {}, type: 'application/json' };
    apply?.(answer, { query: new URLSearchParams(), before: 0 });
    expect(answer).toMatchObject({ delayMs: 40_000 });
  });
});

describe('a quirk changes its calls and no other', () => {
  test.each(QUIRKS)('$name', async (quirk) => {
    const changed = await changedCalls(quirk);
    expect(changed).not.toEqual([]);
    expect([quirk.call].flat()).toEqual(expect.arrayContaining(changed));
  });
});
