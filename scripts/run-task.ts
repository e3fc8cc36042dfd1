import { runCommand } from '#process/console.ts';

export interface AnyTask {
  command: string;
}

/** A task that is more than printing the usage. */
export type Doable<Task extends AnyTask> = Exclude<Task, { command: 'usage' }>;

interface TaskCommand<Task extends AnyTask> {
  usage: string;
  /** Reads the command line. @throws Error with a sentence to show. */
  read(words: readonly string[]): Task;
  /**
   * Imports what does a task, which returns the exit code. Only once there is something to do: the services behind a command
   * take longer to load than its usage takes to print.
   */
  load(): Promise<{ perform(task: Doable<Task>): Promise<number> }>;
}

/** Runs a command with a task for each of its words. */
export const runTask = <Task extends AnyTask>({ usage, read, load }: TaskCommand<Task>) =>
  runCommand(async () => {
    const task = read(process.argv.slice(2));
    if (task.command === 'usage') {
      console.log(usage);
      return 0;
    }
    const { perform } = await load();
    return perform(task as Doable<Task>);
  });
