import type { Task } from '#backend/base/background.ts';
import { Signal } from '#backend/base/signal.ts';
import { type ImportParts, importTask } from './job.ts';
import { pictureTask } from './picture-queue.ts';

/** The background work of imports in one process. */
export interface ImportWork {
  tasks: Task[];
  /** Looks at imports now, not in the next round, because somebody has sent, answered, started or undone one. */
  wake(): void;
}

export function importWork(parts: ImportParts): ImportWork {
  const files = new Signal();
  const pictures = new Signal();
  return {
    tasks: [importTask(parts, files, () => pictures.raise()), pictureTask(parts, pictures)],
    wake: () => files.raise(),
  };
}
