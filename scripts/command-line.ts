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

/** The task of printing how a command is used. */
interface Usage {
  command: 'usage';
}

/**
 * Reads a command line by `read`. What that throws is one sentence without a full stop, or Node's own.
 * @param usage - the command that prints the usage.
 * @throws Error with the sentence and the advice to run `usage`.
 */
export function withAdvice<Task>(usage: string, read: () => Task): Task {
  try {
    return read();
  } catch (error) {
    const { message, code } = error as { message: string; code?: string };
    // Node's first sentence names the mistake. The others are about the syntax of shells.
    const isNodes = code?.startsWith('ERR_PARSE_ARGS');
    const sentence = isNodes ? message.replace(/\.\s.*$/s, '') : message;
    throw new Error(`${sentence}. ${usage} prints what it does.`);
  }
}

/**
 * Makes a function that reads a command line: the words after `npm run NAME --`. No words, or a wish for help, ask for the usage.
 * @param read - reads one command and its arguments. What is wrong it throws as an Error: one sentence without a full stop.
 * @returns the function. Its errors also say which command prints the usage.
 */
export const taskReader =
  <Task>(name: string, read: (command: string, args: string[]) => Task) =>
  ([command, ...args]: readonly string[]): Task | Usage => {
    if (command === undefined || ['help', '--help', '-h'].includes(command)) {
      return { command: 'usage' };
    }
    return withAdvice(`npm run ${name}`, () => read(command, args));
  };
