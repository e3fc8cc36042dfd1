import { totalmem } from 'node:os';

/** Returns the bytes of memory that this process may have: those of the machine, or the limit of its container. */
export function memoryOfMachine(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
