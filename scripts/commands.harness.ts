import { glob, readFile } from 'node:fs/promises';
import type { Command } from './command-line.ts';

/** All declared commands, by name. The other programs of scripts/ run as soon as they are imported. */
export const COMMANDS: Record<string, Command> = {};

for await (const file of glob('scripts/*/main.ts')) {
  if (!(await readFile(file, 'utf8')).includes('defineCommand(')) continue;
  const name = file.split('/')[1] ?? '';
  const { command }: { command: Command } = await import(`#scripts/${name}/main.ts`);
  COMMANDS[name] = command;
}
