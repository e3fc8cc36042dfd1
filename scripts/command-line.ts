import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Reads a command line with Node's parser.
 * @throws Error that names the mistake in one sentence and then gives `usage`.
 */
export function readCommandLine<const Config extends ParseArgsConfig>(
  config: Config,
  usage: string,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    // Node's first sentence names the mistake. The others are about the syntax of shells.
    const [mistake] = (error as Error).message.split('. ', 1);
    throw new Error(`${mistake}. ${usage}`);
  }
}

/** What every command with commands of its own does without a word, and when it is asked for help. */
interface Usage {
  command: 'usage';
}

/**
 * Makes the reader of the words after `npm run NAME --`.
 * @param read - reads one command and its arguments. It throws an Error with one sentence that has no full stop.
 * @returns a reader that throws the sentence with the advice where to look.
 */
export const taskReader =
  <Task>(name: string, read: (command: string, args: string[]) => Task) =>
  ([command, ...args]: readonly string[]): Task | Usage => {
    if (command === undefined || ['help', '--help', '-h'].includes(command)) {
      return { command: 'usage' };
    }
    try {
      return read(command, args);
    } catch (error) {
      const { message, code } = error as { message: string; code?: string };
      // Node's first sentence names the mistake. The others are about the syntax of shells.
      const isNodes = code?.startsWith('ERR_PARSE_ARGS');
      const sentence = isNodes ? message.replace(/\.\s.*$/s, '') : message;
      throw new Error(`${sentence}. npm run ${name} prints what it does.`);
    }
  };
