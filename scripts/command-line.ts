import { userInfo } from 'node:os';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Result, StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Settings } from '#backend/settings/settings.ts';
import type { Actor } from '#backend/staff/actor.ts';
import { asTyped } from '#process/as-typed.ts';
import { runCommand } from '#process/console.ts';
import { wrapped } from '#process/wrapped.ts';

/** An option: a switch, or with `value` one that takes a text. With `help` it has its own line in the usage. */
interface Option {
  value?: string;
  help?: string;
}
type Options = Readonly<Record<string, Option>>;

/** The option --by, which names the person. A usage explains it once, for all tasks. */
export const BY = { value: 'NAME' } as const;

/** The typed options and words. */
interface Given<O extends Options> {
  words: readonly string[];
  options: {
    [Name in keyof O]: O[Name] extends { value: string } ? string | undefined : boolean;
  };
  /**
   * The person, for the records: as given with --by, or as this machine knows her. Anybody who runs a command can read
   * the database, so she may do everything that an owner may.
   */
  actor: Actor;
}

/** The context of a task. */
export interface CommandContext {
  db: Database;
  settings: Settings;
}

/** The exit code; 0 if absent. */
type Outcome = Promise<number | undefined> | Promise<void>;

/**
 * One task of a command.
 * - `words` are its arguments, such as `<order>… [<naira>]`, and `takes` says the same in a refusal.
 * - `database`: 'reads' uses the shop's database as it is, and never creates or changes its tables. Without it no
 *   database is opened.
 * - `does` checks what was typed and returns the work. For mistakes it throws an Error: one sentence without a full
 *   stop. Only the work imports services: they take longer to load than a usage takes to print.
 */
export type Task<O extends Options = Options> = {
  words?: string;
  takes?: string;
  options?: O;
  help: string;
} & (
  | { database: 'reads' | 'writes'; does(given: Given<O>): (context: CommandContext) => Outcome }
  | { database?: undefined; does(given: Given<O>): () => Outcome }
);

/** Declares a task. */
export const task = <const O extends Options>(declared: Task<O>): Task =>
  declared as unknown as Task;

/**
 * A command: its tasks by their words, or one task by the word ''. `about` ends the usage. A command with `ownProgram`
 * is not typed with npm.
 */
interface Declared {
  name: string;
  ownProgram?: true;
  about?: string;
  tasks: Readonly<Record<string, Task>>;
}

export interface Command extends Declared {
  usage: string;
  /** Reads the words after `npm run NAME --`. null asks for the usage. @throws Error with a sentence to show. */
  read(words: readonly string[]): (() => Promise<number>) | null;
  run(): Promise<void>;
}

/** Makes a command. Its file runs it if it is the program: `if (import.meta.main) await command.run()`. */
export function defineCommand(declared: Declared): Command {
  const usage = usageOf(declared);
  const read = (words: readonly string[]) => readTask(declared, words);
  const run = () =>
    runCommand(async () => {
      const work = read(process.argv.slice(2));
      if (work) return work();
      console.log(usage);
      return 0;
    });
  return { ...declared, usage, read, run };
}

const wantsHelp = (words: readonly string[]) => words.includes('--help') || words.includes('-h');

/** Returns how a usage and its words are typed. */
const typed = ({ name, ownProgram }: Declared, words: string | undefined): string =>
  ownProgram ? [name, words].filter(Boolean).join(' ') : asTyped(name, words);

function readTask(declared: Declared, words: readonly string[]) {
  const { name, tasks } = declared;
  const alone = tasks[''];
  const [word = '', ...args] = alone ? ['', ...words] : words;
  if (wantsHelp(words) || (!alone && word === 'help')) return null;
  if (words.length === 0 && (!alone || wordCounts(alone).least > 0)) return null;
  try {
    const found = Object.hasOwn(tasks, word) ? tasks[word] : undefined;
    if (!found) throw new Error(`There is no ${name} command '${word}'`);
    return prepare(found, word || name, args);
  } catch (error) {
    throw new Error(
      `${mistakeOf(error)}. ${typed(declared, alone && '--help')} prints what it does.`,
    );
  }
}

/** Returns the work of a task, given what follows its word. @throws Error with a sentence. */
function prepare(found: Task, word: string, args: string[]): () => Promise<number> {
  const { values, positionals: words } = parseArgs({
    args,
    allowPositionals: true,
    options: Object.fromEntries(
      Object.entries(found.options ?? {}).map(([name, { value }]) => [
        name,
        value ? { type: 'string' } : { type: 'boolean', default: false },
      ]),
    ),
  });
  const { least, most } = wordCounts(found);
  // An empty word is a shell variable that was never set.
  if (words.length < least || words.length > most || words.includes('')) {
    throw new Error(`${word} takes ${found.takes ?? 'nothing'}`);
  }
  const by = typeof values.by === 'string' ? values.by.trim() : '';
  const actor: Actor = { name: by || userInfo().username, role: 'owner' };
  const given = { words, options: values, actor } as Given<Options>;
  if (!found.database) {
    const work = found.does(given);
    return async () => (await work()) ?? 0;
  }
  const work = found.does(given);
  const asItIs = found.database === 'reads';
  return async () => {
    const { readShopSettings } = await import('#shop/settings.ts');
    const { withShopDatabase } = await import('#shop/database.ts');
    const { backend: settings } = readShopSettings(process.env);
    const onShop = async (db: Database) => (await work({ db, settings })) ?? 0;
    return withShopDatabase(settings, onShop, { asItIs });
  };
}

/** Returns the number of words in `<order>… [<naira>]`. */
function wordCounts({ words = '' }: Task): { least: number; most: number } {
  const each = words.split(' ').filter(Boolean);
  const least = each.filter((one) => !one.startsWith('[')).length;
  const many = each.some((one) => one.endsWith('…'));
  return { least, most: many ? Number.POSITIVE_INFINITY : each.length };
}

/** Returns an error's sentence without a full stop. Of Node's parser the first: the rest is about shell syntax. */
function mistakeOf(error: unknown): string {
  const { message, code } = error as { message: string; code?: string };
  return code?.startsWith('ERR_PARSE_ARGS') ? message.replace(/\.\s.*$/s, '') : message;
}

/** Characters in a line of a usage. LEFT: the most in its left column. */
const WIDTH = 118;
const LEFT = 34;

function usageOf(declared: Declared): string {
  const { about, tasks } = declared;
  const all = Object.values(tasks);
  const [alone] = tasks[''] ? all : [];
  const explained = new Set<Option>();
  const rows = Object.entries(tasks).flatMap(([word, one]) => rowsOf(word, one, explained));
  const words = alone ? rows.shift()?.[0].trim() : '<command>';
  const column = Math.max(
    6,
    ...rows.map(([left]) => left.length + 2).filter((wide) => wide <= LEFT),
  );
  return [
    typed(declared, words),
    alone && wrapped(alone.help, WIDTH).join('\n'),
    rows.flatMap((row) => inColumns(row, column)).join('\n'),
    about,
    [
      all.some(({ options = {} }) => 'by' in options) &&
        '--by NAME: who does it. By default you, as this machine knows you.',
      all.some(({ database }) => database) &&
        "It works on DATABASE_URL, or on the shop's own PostgreSQL in DATA_DIR, running or not.",
    ]
      .filter(Boolean)
      .join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Returns a task and its help, and below it the options that have help. An option explained earlier is only named. */
function rowsOf(
  word: string,
  { words, options = {}, help }: Task,
  explained: Set<Option>,
): [left: string, help: string][] {
  const named: string[] = [];
  const below: [string, string][] = [];
  for (const [name, option] of Object.entries(options)) {
    const text = [`--${name}`, option.value].filter(Boolean).join(' ');
    if (option.help && !explained.has(option)) below.push([`    ${text}`, option.help]);
    else if (option !== BY) named.push(`[${text}]`);
    explained.add(option);
  }
  return [[`  ${[word, words, ...named].filter(Boolean).join(' ')}`, help], ...below];
}

/** Returns the lines of a row. A left part too long for its column gets its own lines. */
function inColumns([left, help]: [string, string], column: number): string[] {
  const [begun = '', ...more] = wrapped(help, WIDTH - column);
  const lines = more.map((line) => ' '.repeat(column) + line);
  return left.length + 2 > column
    ? [
        wrapped(joinOptions(left), WIDTH - 6)
          .join('\n      ')
          .replaceAll(TIED, ' '),
        ' '.repeat(column) + begun,
        ...lines,
      ]
    : [left.padEnd(column) + begun, ...lines];
}

/** A space that never breaks a line: an option stays with its value. */
const TIED = '\u00a0';
const joinOptions = (left: string): string =>
  left.replace(/\[[^\]]*\]/g, (option) => option.replaceAll(' ', TIED));

/** Returns a service's answer to one of the merchant's people. @throws Error with its sentences when it refuses. */
export function expectDone<T>(result: Result<T, StaffCode>): T {
  if (result.ok) return result.value;
  const { message, fields = {} } = result.refusal;
  const faults = Object.values(fields).filter((words) => !message.includes(words));
  throw new Error([message, ...faults].join(' '));
}

/**
 * Reads the command line of a program without tasks, with Node's parser. Prints `usage` and ends the program if --help
 * is there.
 * @throws Error that names the mistake in one sentence and then gives `usage`.
 */
export function readCommandLine<const Config extends ParseArgsConfig>(
  config: Config,
  usage: string,
): ReturnType<typeof parseArgs<Config>> {
  if (wantsHelp(process.argv)) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    throw new Error(`${mistakeOf(error)}. ${usage}`);
  }
}
