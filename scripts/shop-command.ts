import type { Database } from '#backend/db/connect.ts';
import type { Settings } from '#backend/settings.ts';
import { runCommand } from '#process/console.ts';
import { withShopDatabase } from '#shop/database.ts';
import { readShopSettings } from '#shop/settings.ts';

interface AnyTask {
  command: string;
}

/** A command for staff that works on the shop's database. */
interface ShopCommand<Task extends AnyTask> {
  usage: string;
  /** Reads the command line. @throws Error with a sentence to show. */
  read(words: readonly string[]): Task;
  /** The commands that only read. They change nothing, not even the tables. */
  reading: readonly Task['command'][];
  /** Does the task. Returns the exit code, or nothing for 0. @throws Error with a sentence to show. */
  perform(
    db: Database,
    task: Exclude<Task, { command: 'usage' }>,
    settings: Settings,
    // biome-ignore lint/suspicious/noConfusingVoidType: most commands return nothing.
  ): Promise<number | void>;
}

/** Runs it. */
export const runShopCommand = <Task extends AnyTask>(command: ShopCommand<Task>): Promise<void> =>
  runCommand(async () => {
    const task = command.read(process.argv.slice(2));
    if (task.command === 'usage') {
      console.log(command.usage);
      return 0;
    }
    const { backend: settings } = readShopSettings(process.env);
    const code = await withShopDatabase(
      settings,
      (db) => command.perform(db, task as Exclude<Task, { command: 'usage' }>, settings),
      { asItIs: command.reading.includes(task.command) },
    );
    return code ?? 0;
  });
