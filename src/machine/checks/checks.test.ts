import { expect, test } from 'vitest';
import { describeFindings } from './describe.ts';
import { judgeMemory } from './machine.ts';

test.for([
  [1e9, true, 'fault'],
  [1e9, false, 'fault'],
  [1.5e9, true, 'fault'],
  [1.5e9, false, 'well'],
  [2e9, true, 'well'],
] as const)('a machine of %d bytes, with BUILD_AHEAD %s: %s', ([total, isAhead, state]) => {
  expect(judgeMemory(total, 9e8, isAhead).state).toBe(state);
});

test('the memory of a machine comes with whether the next build is kept ready', () => {
  expect(judgeMemory(8e9, 4e9, true).says).toBe(
    '4,000 MB of 8,000 MB are available. BUILD_AHEAD is on: the next build is kept ready.',
  );
  expect(judgeMemory(2e9, 9e8, false).says).toContain('BUILD_AHEAD is off');
});

test('a machine that is too small is told of the setting that takes less', () => {
  expect(judgeMemory(1.5e9, 9e8, true).fix).toBe(
    'The shop needs 1,655 MB while it builds its site: take a larger machine, or set BUILD_AHEAD=off, which takes 450 MB less.',
  );
  expect(judgeMemory(1e9, 9e8, false).fix).not.toContain('BUILD_AHEAD');
});

const LONG =
  'turare-api@4340 is active since 2026-11-27 22:36, turare-publisher is active. '.repeat(3);

test.for([40, 80, 120])('on a screen of %d characters no line is longer', (width) => {
  const found = { name: 'parts', state: 'fault', says: LONG, fix: LONG } as const;
  const { lines } = describeFindings([found], width);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(width);
  expect(lines.join(' ').replace(/\s+/g, ' ')).toBe(`FAULT parts ${LONG}${LONG}`.trim());
});

test('without a screen a sentence is one line', () => {
  const found = { name: 'parts', state: 'well', says: LONG } as const;
  expect(describeFindings([found]).lines).toHaveLength(1);
});
