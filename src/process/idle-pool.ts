import { Tinypool } from 'tinypool';

/**
 * Creates a process of the lowest priority for work that can wait. It starts with the first task, and ends after `idleMs`
 * milliseconds without one. The module of the task imports ./idle-process.ts.
 */
export function idlePool(task: URL, idleMs: number): Tinypool {
  const pool = new Tinypool({
    filename: task.href,
    runtime: 'child_process',
    serialization: 'advanced',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
  });
  // A process may end between two tasks, for lack of memory or with a whole service. That is no loss: the next task starts
  // another one. Its own tasks fail by themselves.
  pool.on('error', () => {});
  return pool;
}
