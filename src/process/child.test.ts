import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it, vi } from 'vitest';
import { isRunning } from './claim.ts';

/** A command that runs a program, which prints its number and stays. */
const COMMAND = `
  import { runNode } from '${new URL('./child.ts', import.meta.url).href}';
  await runNode('--eval', ['console.log(process.pid); setInterval(() => {}, 1000)']);
`;

it('a command that is asked to stop ends the program that it runs, and then itself', async () => {
  const command = spawn(process.execPath, ['--input-type=module', '-e', COMMAND], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: command.stdout }), 'line');
  const exited = once(command, 'exit');
  command.kill('SIGTERM');
  expect(await exited).toEqual([null, 'SIGTERM']);
  await vi.waitFor(() => expect(isRunning(Number(line))).toBe(false));
});
