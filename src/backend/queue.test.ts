import { expect, it } from 'vitest';
import { Queue } from './queue.ts';

it('runs no more at once than it is wide, and the urgent before the idle', async () => {
  const queue = new Queue(1);
  const order: string[] = [];
  let running = 0;
  const task = (name: string) => async () => {
    expect(++running).toBe(1);
    await Promise.resolve();
    order.push(name);
    running--;
  };
  await Promise.all([
    queue.run(task('first')),
    queue.run(task('warm'), 'idle'),
    queue.run(task('asked')),
    queue.run(task('asked too')),
  ]);
  expect(order).toEqual(['first', 'asked', 'asked too', 'warm']);
});

it('goes on after a task that fails', async () => {
  const queue = new Queue(1);
  await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run(async () => 'yes')).toBe('yes');
});
