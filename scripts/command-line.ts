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
