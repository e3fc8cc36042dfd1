import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

/**
 * How long a running shop takes for known and unknown addresses:
 *   node tests/bench/account-timing.ts http://127.0.0.1:4321 KNOWN@ADDRESS [rounds]
 * KNOWN@ADDRESS has an account. Each round asks once for it and once for a stranger, in changing order, so
 * that what else the machine does falls on both. Login alone: the other calls send mail and are soon limited;
 * that they do the same work is counted in tests/contract/account-attacks.test.ts. Prints the quartiles in
 * milliseconds and the chance that a known address takes longer than a stranger's (0.5: nothing can be told).
 */
async function main(origin: string, known: string, rounds: number): Promise<void> {
  const times = { known: [] as number[], stranger: [] as number[] };
  const ask = async (kind: keyof typeof times, round: number) => {
    const email = kind === 'known' ? known : `stranger${round}-${Date.now()}@example.com`;
    const begun = performance.now();
    const answer = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'Not-the-password1' }),
    });
    await answer.text();
    const time = performance.now() - begun;
    if (answer.status === 429) return false;
    if (answer.status !== 401) throw new Error(`Login answered ${answer.status}, not 401`);
    times[kind].push(time);
    return true;
  };
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 ? (['known', 'stranger'] as const) : (['stranger', 'known'] as const);
    const asked = [await ask(order[0], round), await ask(order[1], round)];
    if (asked.includes(false)) {
      console.log(`Limited after ${round} rounds: what was measured until then follows.`);
      break;
    }
  }
  for (const [kind, list] of Object.entries(times)) {
    const sorted = list.toSorted((a, b) => a - b);
    const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]?.toFixed(1);
    console.log(
      `${kind.padEnd(8)} n=${list.length}  25% ${at(0.25)}  50% ${at(0.5)}  75% ${at(0.75)} ms`,
    );
  }
  const pairs = times.known.flatMap((a) =>
    times.stranger.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)),
  );
  const longer = pairs.reduce((sum: number, one) => sum + one, 0) / pairs.length;
  console.log(`known takes longer: ${longer.toFixed(2)}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [origin, known, rounds] = process.argv.slice(2);
  if (!origin || !known) throw new Error('Name the shop’s address and one that has an account');
  await main(origin, known, Number(rounds ?? 6));
}
