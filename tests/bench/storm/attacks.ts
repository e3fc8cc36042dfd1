import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { orderBody } from '../../contract/shop.harness.ts';
import { PRICE } from '../../faults/shopper.ts';
import { json } from './honest.ts';

/** Who attacks from one network. */
const STRANGER = '41.58.0.9';

const WIDTHS = [160, 240, 320, 480, 640, 800, 1080, 1200, 1600].flatMap((width) =>
  ['avif', 'webp', 'jpg'].map((format) => `${width}.${format}`),
);

/** What the attacks met: answers by status, 'cut' for a connection that the shop ended. */
export type Met = Map<string, number>;

/** All attacks beside each other, until the signal aborts. `victim` is the email address of a customer. */
export function attack(
  shop: string,
  { product, victim }: { product: string; victim: string },
  signal: AbortSignal,
): { met: Met; done: Promise<unknown> } {
  const met: Met = new Map();
  const count = (name: string, outcome: string | number) =>
    met.set(`${name}: ${outcome}`, (met.get(`${name}: ${outcome}`) ?? 0) + 1);
  const ask = async (name: string, path: string, request: RequestInit = {}) => {
    const answer = await fetch(shop + path, { ...request, signal }).catch(() => null);
    // What was cut, the answer or its body, is counted and not an error: attacks end like this.
    await answer?.arrayBuffer().catch(() => {});
    count(name, answer?.status ?? 'cut');
  };
  const post = (name: string, path: string, body: unknown, address = STRANGER) =>
    ask(name, path, {
      method: 'POST',
      headers: json(address),
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const every = async (ms: number, work: (round: number) => unknown) => {
    for (let round = 0; !signal.aborted; round++) {
      await work(round);
      // The end of the storm ends the pause.
      await pause(ms, undefined, { signal }).catch(() => {});
    }
  };
  const times = (number: number, work: (n: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: number }, (_, n) => work(n)));

  /** Opens the public snapshot of the catalogue, and reads nothing of it for longer than the shop is patient. */
  const idleReader = async () => {
    const request = get(`${shop}/api/catalogue/snapshot`, (answer) => {
      count('idle reader', answer.statusCode ?? 0);
      answer.pause();
    });
    request.once('error', () => count('idle reader', 'cut'));
    // The end of the storm ends the pause.
    await pause(15_000, undefined, { signal }).catch(() => {});
    request.destroy();
  };
  const order = (email: string, address: string) =>
    post(
      'unpaid order',
      '/api/payment/initialize',
      orderBody([[product, PRICE, 1]], { email }),
      address,
    );

  /** Renditions of all pictures of the shop: most of them were never made. */
  const renditions = async (): Promise<string[]> => {
    const list = await fetch(`${shop}/api/product?limit=100`);
    const hashes = new Set((await list.text()).match(/(?<=\/media\/)[0-9a-f]{40}/g));
    return WIDTHS.flatMap((width) => [...hashes].map((hash) => `/media/${hash}/${width}`));
  };
  const asked = renditions();
  const picture = async (n: number) => {
    const all = await asked;
    await ask('picture', all[n % all.length] ?? '');
  };
  /** Eight words, and a price that nothing has. */
  const agent = () =>
    post('agent', '/api/ucp/catalog/search', {
      query: 'oud wod intens rose vanila amber musc noir',
      filters: { price: { min: 1, max: 1 } },
    });

  const done = Promise.all([
    every(5000, (round) => times(400, (n) => picture(round * 400 + n))),
    ...Array.from({ length: 20 }, () => every(10, agent)),
    ...Array.from({ length: 4 }, () => every(100, idleReader)),
    every(50, (round) => order(`nobody-${round}@example.com`, STRANGER)),
    // In the customer's name, from elsewhere.
    every(1000, () => order(victim, '41.58.7.7')),
    every(2000, (round) =>
      times(100, (n) =>
        post('login flood', '/api/auth/login', {
          email: `guess-${round}-${n}@example.com`,
          password: 'Guess-12345',
        }),
      ),
    ),
    every(500, (round) =>
      post(
        'guessed password',
        '/api/auth/login',
        { email: victim, password: `Guess-${round}` },
        `41.59.${round % 200}.1`,
      ),
    ),
    every(500, () =>
      post('guessed code', '/api/auth/verify-otp', { email: victim, otp: '123456' }, '41.60.0.1'),
    ),
    every(3000, (round) =>
      times(10, () =>
        post('register', '/api/auth/register', {
          fullName: 'Nobody',
          email: `hang-${round}@example.com`,
          password: 'Guess-12345',
        }),
      ),
    ),
    every(200, () =>
      post('forged webhook', '/api/payment/webhook', `{"event":"${'x'.repeat(50_000)}"}`),
    ),
  ]);
  return { met, done };
}
