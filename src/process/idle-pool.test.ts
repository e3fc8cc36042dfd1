import { expect, test } from 'vitest';
import { idlePool } from './idle-pool.ts';

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a process that is killed between two tasks is replaced for the next', async () => {
  const pool = idlePool(new URL('data:text/javascript,export default () => process.pid'), 60_000);
  const first: number = await pool.run(undefined);
  process.kill(first, 'SIGKILL');
  await expect.poll(() => isThere(first)).toBe(false);
  expect(await pool.run(undefined)).not.toBe(first);
  await pool.destroy();
});
