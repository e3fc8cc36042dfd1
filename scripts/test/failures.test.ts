import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#process/root.ts';
import { failures } from './failures.ts';

test('lists the failed tests of a Vitest report, and files that failed before their tests', () => {
  const file = (name: string, status: string, message = '') => ({
    name: join(root, name),
    status,
    message,
    assertionResults: [] as { fullName: string; status: string; failureMessages: string[] }[],
  });
  const testResults = [
    file('tests/a.test.ts', 'passed'),
    {
      ...file('tests/b.test.ts', 'failed'),
      assertionResults: [
        { fullName: 'stock is held', status: 'passed', failureMessages: [] },
        {
          fullName: 'stock comes back',
          status: 'failed',
          failureMessages: ['Error: \u001b[31mexpected 1 to be 2\u001b[39m\n    at b.test.ts:3'],
        },
      ],
    },
    file('tests/c.test.ts', 'failed', 'Error: the database did not start\n  in time'),
  ];
  expect(failures({ testResults })).toEqual([
    'tests/b.test.ts › stock comes back: Error: expected 1 to be 2',
    'tests/c.test.ts: Error: the database did not start in time',
  ]);
});

test('lists the failed tests of a Playwright report, and errors before the tests', () => {
  const spec = (title: string, message?: string) => ({
    title,
    ok: message === undefined,
    tests: [
      { results: [message === undefined ? {} : { error: { message, location: { line: 7 } } }] },
    ],
  });
  const group = {
    file: 'e2e/cart.spec.ts',
    title: 'the drawer',
    specs: [spec('opens'), spec('closes', 'Error: expected to be hidden\n  Locator')],
  };
  const suites = [
    {
      file: 'e2e/cart.spec.ts',
      title: 'e2e/cart.spec.ts',
      specs: [spec('is empty', '')],
      suites: [group],
    },
  ];
  expect(failures({ suites, errors: [{ message: 'The port is taken' }] })).toEqual([
    'The port is taken',
    'e2e/cart.spec.ts › is empty (line 7): it did not end',
    'e2e/cart.spec.ts › the drawer › closes (line 7): Error: expected to be hidden Locator',
  ]);
});
