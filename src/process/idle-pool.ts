import { Tinypool } from 'tinypool';

/**
 * A process of the lowest priority for work that can wait. It starts with the first task, and ends after `idleMs`
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
  // A process that ends between two tasks, for want of memory or with all of a service, is no loss: the next task starts
  // another. Tasks that it had fail by themselves.
  pool.on('error', () => {});
  return pool;
}
