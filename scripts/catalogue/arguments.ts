/** What `npm run catalogue` was asked for. */
export type Order =
  | { command: 'usage' }
  | { command: 'synth'; count: number; seed: number }
  | { command: 'wrong'; sentence: string };

export const USAGE = `npm run catalogue -- <command>

  synth <count> [--seed <n>]   replaces the synthetic products by <count> new ones, the same for the
                               same seed (1); demo and own products stay

It works on DATABASE_URL, or on the shop's own PostgreSQL in DATA_DIR, running or not.`;

const MOST = 1_000_000;

/** Reads the command line; `wrong` carries the one sentence to print. */
export function readArguments(words: readonly string[]): Order {
  const [command, ...rest] = words;
  if (command === undefined || ['help', '--help', '-h'].includes(command))
    return { command: 'usage' };
  if (command !== 'synth') return wrong(`There is no catalogue command '${command}'`);
  const numbers: number[] = [];
  let seed = 1;
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index] ?? '';
    const [flag, inline] = word.split('=', 2);
    if (flag === '--seed') {
      const given = inline ?? rest[++index];
      const value = readWhole(given, 2 ** 32 - 1);
      if (value === null) {
        return wrong(`--seed takes a whole number up to ${2 ** 32 - 1}, and was '${given ?? ''}'`);
      }
      seed = value;
    } else if (word.startsWith('-')) {
      return wrong(`synth does not know ${word}`);
    } else {
      const value = readWhole(word, MOST);
      if (value === null) {
        return wrong(`synth takes a number of products from 0 to ${MOST}, and was given '${word}'`);
      }
      numbers.push(value);
    }
  }
  const [count, more] = numbers;
  if (count === undefined) return wrong('synth needs a number of products, such as synth 10000');
  if (more !== undefined) return wrong('synth takes one number of products');
  return { command: 'synth', count, seed };
}

function readWhole(text: string | undefined, most: number): number | null {
  if (!text || !/^\d{1,10}$/.test(text)) return null;
  return Number(text) <= most ? Number(text) : null;
}

const wrong = (sentence: string): Order => ({
  command: 'wrong',
  sentence: `${sentence}. npm run catalogue prints what it does.`,
});
