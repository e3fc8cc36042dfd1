import { parseArgs } from 'node:util';
import { taskReader } from '#scripts/command-line.ts';

/** What `npm run media` was asked for. */
export type Task =
  | { command: 'check' }
  | { command: 'copy'; to: 's3' | 'folder' }
  | { command: 'unused'; remove: boolean };

export const USAGE = `npm run media -- <command>

  check             says where the pictures are, and whether this machine can write, read, list and remove there
  copy s3           copies the pictures of DATA_DIR into the S3 store of the settings; copy folder brings them back.
                    Run it while the shop sells, change the settings, restart the processes, and run it once more:
                    it brings what came meanwhile. One that was cut off goes on where it ended
  unused            counts the pictures that no product and no order shows; with --delete removes them. Two shops must
                    not share a bucket without a MEDIA_S3_PREFIX of their own: each would remove the other's

The pictures are in the bucket of MEDIA_S3_BUCKET, and without that setting in the folder media of DATA_DIR.`;

/** Reads the command line. @throws Error with a sentence to show. */
export const readArguments = taskReader('media', (command, args): Task => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { delete: { type: 'boolean', default: false } },
  });
  if (values.delete && command !== 'unused') throw new Error(`${command} deletes nothing`);
  if (command === 'copy') {
    const [to, ...more] = positionals;
    if ((to === 's3' || to === 'folder') && more.length === 0) return { command, to };
    throw new Error('copy takes the place to copy to: s3 or folder');
  }
  if (command !== 'check' && command !== 'unused') {
    throw new Error(`There is no media command '${command}'`);
  }
  if (positionals.length > 0) throw new Error(`${command} takes no arguments`);
  return command === 'check' ? { command } : { command, remove: values.delete };
});
