import { runCommand } from '#process/console.ts';
import { readCommandLine } from '#scripts/command-line.ts';
import { compareWithPaystack } from '../../tests/paystack/comparison.ts';

const USAGE =
  'Give the path of Paystack’s OpenAPI file (github.com/PaystackOSS/openapi): npm run test:paystack -- paystack.yaml';

/** `npm run test:paystack -- paystack.yaml` */
await runCommand(async () => {
  const { positionals } = readCommandLine({ allowPositionals: true }, USAGE);
  const [path, ...more] = positionals;
  if (!path || more.length > 0) throw new Error(USAGE);
  return compareWithPaystack(path);
});
