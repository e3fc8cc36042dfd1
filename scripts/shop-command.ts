import type { Database } from '#backend/db/connect.ts';
import type { Settings } from '#backend/settings.ts';
import { type AnyTask, type Doable, runTask } from './run-task.ts';

/** A command for staff that works on the shop's database. */
interface ShopCommand<Task extends AnyTask> {
  usage: string;
  /** Reads the command line. @throws Error with a sentence to show. */
  read(words: readonly string[]): Task;
  /** The commands that only read. They change nothing, not even the tables. */
  reading: readonly Task['command'][];
  /** Imports what does a task, which returns the exit code, or nothing for 0. @throws Error with a sentence to show. */
  load(): Promise<{
    perform(db: Database, task: Doable<Task>, settings: Settings): Promise<number> | Promise<void>;
  }>;
}

/** Runs it. */
export const runShopCommand = <Task extends AnyTask>(command: ShopCommand<Task>): Promise<void> =>
  runTask({
    usage: command.usage,
    read: command.read,
    load: async () => {
      const [{ perform }, { withShopDatabase }, { readShopSettings }] = await Promise.all([
        command.load(),
        import('#shop/database.ts'),
        import('#shop/settings.ts'),
      ]);
      return {
        perform: async (task: Doable<Task>) => {
          const { backend: settings } = readShopSettings(process.env);
          const asItIs = command.reading.includes(task.command);
          const work = async (db: Database) => (await perform(db, task, settings)) ?? 0;
          return withShopDatabase(settings, work, { asItIs });
        },
      };
    },
  });
