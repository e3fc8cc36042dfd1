import { type ParseArgsConfig, parseArgs } from 'node:util';
import { readDuration } from '#publisher/duration.ts';
import { taskReader } from '#scripts/command-line.ts';

/** What the command line of `npm run publisher` asks for. */
export type Task =
  | { command: 'resume' }
  | { command: 'serve'; poll: string | undefined }
  | { command: 'publish'; full: boolean; allowEmpty: boolean; skipInvalid: boolean }
  | { command: 'rollback'; release: string | undefined }
  | { command: 'status'; json: boolean };

export const USAGE = `npm run publisher -- <command>

  serve                receives messages at PUBLISHER_HOST:PUBLISHER_PORT/publish and publishes
    --poll 5m          also compares the catalogue with the site this often, for backends that send
                       no messages; from 10s to 24h
  publish              publishes now, if anything has changed
    --full             renders every page again
    --allow-empty      publishes a catalogue without products over a live site that has some
    --skip-invalid     leaves out products that break the contract, also when they are more than a tenth
  rollback [release]   shows an earlier release again, and publishes nothing until 'resume'
  resume               publishes again, and follows changes
  status [--json]      prints what is live, how the last publications went, and why one failed

It works on PUBLISH_DIR (DATA_DIR/site), also while a publisher or a shop runs. Settings: API_URL, where the
catalogue is read; SITE_URL, the site's address; README.md lists the others.`;

const flag = { type: 'boolean', default: false } as const;

/** Reads the command line. @throws Error with a sentence to show. */
export const readArguments = taskReader('publisher', (command, args): Task => {
  const read = <const Options extends NonNullable<ParseArgsConfig['options']>>(
    options: Options,
    allowPositionals = false,
  ) => parseArgs({ args, options, allowPositionals });
  switch (command) {
    case 'serve': {
      const { poll } = read({ poll: { type: 'string' } }).values;
      if (poll !== undefined) checkPoll(poll);
      return { command, poll };
    }
    case 'resume':
      read({});
      return { command };
    case 'publish': {
      const { values } = read({ full: flag, 'allow-empty': flag, 'skip-invalid': flag });
      const { full, 'allow-empty': allowEmpty, 'skip-invalid': skipInvalid } = values;
      return { command, full, allowEmpty, skipInvalid };
    }
    case 'rollback': {
      const [release, ...more] = read({}, true).positionals;
      if (more.length > 0) throw new Error('rollback takes one release');
      if (release !== undefined && !/^\d+$/.test(release)) {
        throw new Error(`A release is a number, such as 7, and not '${release}'`);
      }
      return { command, release };
    }
    case 'status':
      return { command, ...read({ json: flag }).values };
    default:
      throw new Error(`There is no publisher command '${command}'`);
  }
});

/** @throws Error with a sentence. */
function checkPoll(poll: string): void {
  try {
    readDuration(poll);
  } catch (error) {
    throw new Error(`--poll ${(error as Error).message}`);
  }
}
