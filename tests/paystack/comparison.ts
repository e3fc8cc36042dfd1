import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { root } from '#process/root.ts';
import { type Description, readDescription } from './description.ts';
import { type Exchange, recordExchanges } from './exchanges.ts';

/** The calls that we make, by their paths in Paystack's description. */
const CALLS = [
  '/transaction/initialize',
  '/transaction/verify/{reference}',
  '/transaction',
  '/refund',
  '/dispute',
];

/**
 * Compares our requests and the sandbox's answers with Paystack's own OpenAPI file, and prints the result.
 * @returns the exit code: 1 when there are faults.
 * @throws Error with a sentence to show, when the file cannot be used.
 */
export async function compareWithPaystack(path: string): Promise<number> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`${path} cannot be read.`, { cause });
  });
  const description = readDescription(text);
  console.log(`${relative(root, path) || path}: OpenAPI ${description.version}, corrected:`);
  for (const line of description.corrections) console.log(`  ${line}`);
  console.log('  everywhere: nullable is OpenAPI’s keyword; JSON Schema has the type null\n');

  const exchanges = await recordExchanges();
  let faults = 0;
  for (const exchange of exchanges) {
    const found = [...faultsOf(exchange, description), ...blindSpots(exchange, description)];
    faults += found.length;
    const { name, method, status } = exchange;
    const call = `${method} ${callOf(exchange)}`;
    console.log(
      `${found.length > 0 ? '✗' : '✓'} ${call.padEnd(36)} ${status}  ${name}${found.map((fault) => `\n    ${fault}`).join('')}`,
    );
  }
  if (faults > 0) {
    console.error(`\n${faults} faults.`);
    return 1;
  }
  console.log(`\n${exchanges.length} requests and their answers match Paystack’s description.`);
  return 0;
}

function callOf({ path: address }: Exchange): string {
  const [path = ''] = address.split('?');
  const call = CALLS.find((known) =>
    new RegExp(`^${known.replace(/\{\w+\}/, '[^/?]+')}$`).test(path),
  );
  if (!call) throw new Error(`Our adapter calls ${path}, which is not among ${CALLS.join(', ')}.`);
  return call;
}

/** Returns the differences from Paystack's description. */
function faultsOf(exchange: Exchange, description: Description): string[] {
  const { method, headers, body, status, answer } = exchange;
  const call = callOf(exchange);
  const faults: string[] = [];
  if (!/^Bearer sk_\w+$/.test(headers.authorization ?? '')) {
    faults.push('the request has no secret key as bearer');
  }
  if (body !== undefined) {
    if (headers.contentType !== 'application/json')
      faults.push('the content type of the request is not JSON');
    const check = description.request(method, call);
    faults.push(...check(body).map((fault) => `request: ${fault}`));
  }
  const check = description.answer(method, call, status);
  faults.push(...check(answer).map((fault) => `answer: ${fault}`));
  return faults;
}

/** Returns checks that would also accept a broken value: they prove nothing. */
function blindSpots(exchange: Exchange, description: Description): string[] {
  const { method, body, status, answer } = exchange;
  const call = callOf(exchange);
  const blind: string[] = [];
  const check = description.answer(method, call, status);
  const { message: _, ...wordless } = answer as { message?: string };
  if (check(wordless).length === 0) blind.push('an answer without message would pass');
  if (status === 200) {
    const { data } = answer as { data: object | object[] };
    const spoil = (part: object) =>
      'reference' in part
        ? { ...part, reference: 1 }
        : { ...part, amount: 'much', refund_amount: 'much' };
    const spoilt = Array.isArray(data) ? data.map(spoil) : spoil(data);
    if (check({ ...(answer as object), data: spoilt }).length === 0)
      blind.push('an answer with a number as reference, or with words as amount, would pass');
  }
  if (body !== undefined) {
    const spoilt = { ...(body as object), amount: '45000.5' };
    if (description.request(method, call)(spoilt).length === 0) {
      blind.push('a request with an amount that is no number would pass');
    }
  }
  return blind;
}
