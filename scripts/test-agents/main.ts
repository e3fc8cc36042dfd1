import { runCommand } from '#process/console.ts';
import { readCommandLine } from '#scripts/command-line.ts';
import { compareWithProtocols } from '../../tests/agents/comparison.ts';

const USAGE =
  'Give the folder of UCP’s schemas and the file of ACP’s feed schema: npm run test:agents -- ucp/source acp/spec/2026-04-17/json-schema/schema.feed.json';

/** `npm run test:agents -- ucp/source schema.feed.json` */
await runCommand(async () => {
  const { positionals } = readCommandLine({ allowPositionals: true }, USAGE);
  const [ucp, acp, ...more] = positionals;
  if (!ucp || !acp || more.length > 0) throw new Error(USAGE);
  return compareWithProtocols(ucp, acp);
});
