import { parseArgs } from 'node:util';

/** What `npm run media` was asked for. */
export type Task =
  | { command: 'usage' }
  | { command: 'check' }
  | { command: 'copy'; to: 's3' | 'folder' }
  | { command: 'unused'; remove: boolean }
  | { command: 'wrong'; sentence: string };

export const USAGE = `npm run media -- <command>

  check             says where the pictures are, and whether this machine can write, read, list and remove there
  copy s3           copies the pictures of DATA_DIR into the S3 store of the settings; copy folder brings them back.
                    Run it while the shop sells, change the settings, restart the processes, and run it once more:
                    it brings what came meanwhile. One that was cut off goes on where it ended
  unused            counts the pictures that no product and no order shows; with --delete removes them. Two shops must
                    not share a bucket without a MEDIA_S3_PREFIX of their own: each would remove the other's

The pictures are in the bucket of MEDIA_S3_BUCKET, and without that setting in the folder media of DATA_DIR.`;

/** Reads the command line. `wrong` carries the one sentence to print. */
export function readArguments(words: readonly string[]): Task {
  const [command, ...args] = words;
  if (command === undefined || ['help', '--help', '-h'].includes(command)) {
    return { command: 'usage' };
  }
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { delete: { type: 'boolean', default: false } },
    });
    if (values.delete && command !== 'unused') return wrong(`${command} deletes nothing`);
    if (command === 'copy') {
      const [to, ...more] = positionals;
      const isPlace = (to === 's3' || to === 'folder') && more.length === 0;
      return isPlace ? { command, to } : wrong('copy takes the place to copy to: s3 or folder');
    }
    if (command !== 'check' && command !== 'unused') {
      return wrong(`There is no media command '${command}'`);
    }
    if (positionals.length > 0) return wrong(`${command} takes no arguments`);
    return command === 'check' ? { command } : { command, remove: values.delete };
  } catch (error) {
    // Node's message without its advice.
    return wrong(String(error instanceof Error ? error.message : error).replace(/\.\s.*$/s, ''));
  }
}

const wrong = (sentence: string): Task => ({
  command: 'wrong',
  sentence: `${sentence}. npm run media prints what it does.`,
});
