import { expect, onTestFinished, test, vi } from 'vitest';
import { startTask, type Task } from './background.ts';
import type { LogEntry } from './log.ts';

const log: LogEntry[] = [];
function start(task: Partial<Task> & Pick<Task, 'round'>) {
  log.length = 0;
  const stop = startTask({ failure: 'failed', pauseMs: 1, deadlineMs: 10_000, ...task }, (entry) =>
    log.push(entry),
  );
  onTestFinished(stop);
  return stop;
}

test('a task that hangs delays no other, and is logged', async () => {
  const hung = Promise.withResolvers<void>();
  let rounds = 0;
  start({
    deadlineMs: 20,
    round: (signal) => {
      expect(signal.aborted).toBe(false);
      return hung.promise;
    },
  });
  start({ round: async () => void rounds++ });
  await vi.waitFor(() => expect(log).toHaveLength(1));
  expect(log).toMatchObject([
    { event: 'failed', error: { message: expect.stringContaining('40 ms') } },
  ]);
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(3));
  hung.resolve();
});

test('a round that heeds its signal ends at the deadline, and the next follows', async () => {
  let ended = 0;
  start({
    deadlineMs: 5,
    round: async (signal) => {
      await new Promise((done) => signal.addEventListener('abort', done));
      ended++;
    },
  });
  await vi.waitFor(() => expect(ended).toBeGreaterThan(2));
});

test('a round that fails is logged, and the next follows', async () => {
  let rounds = 0;
  start({
    round: async () => {
      if (rounds++ === 0) throw new Error('no database');
    },
  });
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(2));
  expect(log).toMatchObject([{ event: 'failed', error: { message: 'no database' } }]);
});

test('a stop waits for the current round, whose signal aborts, and logs nothing', async () => {
  let ended = false;
  const stop = start({
    round: async (signal) => {
      await new Promise((done) => signal.addEventListener('abort', done));
      ended = true;
      signal.throwIfAborted();
    },
  });
  await stop();
  expect(ended).toBe(true);
  expect(log).toEqual([]);
});
