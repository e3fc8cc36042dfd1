import { parseArgs } from 'node:util';
import { startSecondBackend } from './start.ts';

/** Starts the second backend and prints its addresses as JSON, on one line. It runs until it is stopped. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    products: { type: 'string' },
    delay: { type: 'string', default: '0' },
    weight: { type: 'string', default: 'flat' },
    site: { type: 'string' },
  },
});
const { url, pictures, pay, stop } = await startSecondBackend({
  port: Number(values.port),
  delayMs: Number(values.delay),
  weight: values.weight === 'photo' ? 'photo' : 'flat',
  ...(values.products && { products: Number(values.products) }),
  ...(values.site && { site: values.site }),
});
console.log(JSON.stringify({ api: url, pictures, pay }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
