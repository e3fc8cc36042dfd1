/** What `npm run publisher` was asked for. */
export type Order =
  | { command: 'usage' }
  | { command: 'serve' }
  | { command: 'publish'; full: boolean; allowEmpty: boolean; skipInvalid: boolean }
  | { command: 'rollback'; release: string | undefined }
  | { command: 'resume' }
  | { command: 'status'; json: boolean }
  | { command: 'wrong'; sentence: string };

export const USAGE = `npm run publisher -- <command>

  serve                takes signed messages at PUBLISHER_HOST:PUBLISHER_PORT/publish and publishes
  publish              publishes now, if anything has changed
    --full             makes every page anew
    --allow-empty      also when the catalogue has no products, but the live site has
    --skip-invalid     leaves out products that break the contract, and lists them
  rollback [release]   shows an earlier release again, and publishes nothing until 'resume'
  resume               publishes again, and follows changes
  status [--json]      what is live, how the last publications went, and why one failed

It works on PUBLISH_DIR (DATA_DIR/site), beside a running publisher or shop as well. Settings: API_URL, where the
catalogue is read; SITE_URL, the site's address; README.md has the others.`;

const FLAGS: Record<string, readonly string[]> = {
  publish: ['--full', '--allow-empty', '--skip-invalid'],
  status: ['--json'],
};
const COMMANDS = ['serve', 'publish', 'rollback', 'resume', 'status'];

/** Reads the command line; `wrong` carries the one sentence to print. */
export function readArguments(words: readonly string[]): Order {
  const [command, ...rest] = words;
  if (command === undefined || ['help', '--help', '-h'].includes(command)) {
    return { command: 'usage' };
  }
  if (!COMMANDS.includes(command)) return wrong(`There is no publisher command '${command}'`);
  const flags = new Set(rest.filter((word) => word.startsWith('-')));
  const names = rest.filter((word) => !word.startsWith('-'));
  const unknown = [...flags].find((flag) => !FLAGS[command]?.includes(flag));
  if (unknown) return wrong(`${command} does not know ${unknown}`);
  const [name, more] = names;
  if (name !== undefined && (command !== 'rollback' || more !== undefined)) {
    return wrong(`${command} does not know what to do with '${more ?? name}'`);
  }
  switch (command) {
    case 'publish':
      return {
        command,
        full: flags.has('--full'),
        allowEmpty: flags.has('--allow-empty'),
        skipInvalid: flags.has('--skip-invalid'),
      };
    case 'rollback':
      if (name !== undefined && !/^\d+$/.test(name)) {
        return wrong(`A release has a number, such as 7, and '${name}' is none`);
      }
      return { command, release: name };
    case 'status':
      return { command, json: flags.has('--json') };
    default:
      return { command: command as 'serve' | 'resume' };
  }
}

const wrong = (sentence: string): Order => ({
  command: 'wrong',
  sentence: `${sentence}. npm run publisher prints what it does.`,
});
