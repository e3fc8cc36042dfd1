import { parseArgs } from 'node:util';
import { FAULTS } from './changes/faults.ts';
import { QUIRKS } from './changes/quirks.ts';
import { startSecondBackend } from './start.ts';

/**
 * Starts the second backend and prints its addresses as JSON, on one line. It runs until it is stopped. `--change`
 * takes the name of a quirk or a fault; it may be given several times.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    products: { type: 'string' },
    site: { type: 'string' },
    change: { type: 'string', multiple: true, default: [] },
  },
});
const { url, pictures, pay, stop } = await startSecondBackend({
  port: Number(values.port),
  ...(values.products && { products: Number(values.products) }),
  quirks: values.change.map((name) => {
    const change = [...QUIRKS, ...FAULTS].find((each) => each.name === name);
    if (!change) throw new Error(`No quirk and no fault has the name '${name}'.`);
    return change;
  }),
  ...(values.site && { site: values.site }),
});
console.log(JSON.stringify({ api: url, pictures, pay }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
