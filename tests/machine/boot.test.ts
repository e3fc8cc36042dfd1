import { expect, test } from 'vitest';
import { LIMIT_MS } from '../limits.ts';
import { openMachine } from './machine.harness.ts';

test('a machine boots without a failed unit, and says what failed', {
  timeout: 4 * LIMIT_MS,
}, async () => {
  await using machine = await openMachine();
  expect(await machine.run('systemctl is-system-running')).toBe('running\n');
  expect(await machine.run('cat', { input: 'given' })).toBe('given');
  await expect(machine.run('echo said; exit 3')).rejects.toThrow('exit 3 ended with 3:\nsaid');
});
