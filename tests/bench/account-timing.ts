import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import { forgotPassword, resendCode } from '#backend/accounts/code-emails.ts';
import { logIn } from '#backend/accounts/log-in.ts';
import { hashPassword } from '#backend/accounts/password-hash.ts';
import { register } from '#backend/accounts/sign-up.ts';
import { startCluster } from '#backend/db/cluster/cluster.ts';
import { connect, type Database } from '#backend/db/connect.ts';
import { migrate } from '#backend/db/migrate.ts';

/**
 * Measures the calls that must not reveal whether an address is known, over a PostgreSQL of its own:
 *   node tests/bench/account-timing.ts [rounds]
 * Each round makes both calls in alternating order, so that other load affects both. Prints the quartiles in
 * milliseconds, and the share of pairs in which the known address took longer (0.50 reveals nothing).
 * tests/contract/long/attacks.test.ts checks that both do the same work.
 */
const rounds = Number(process.argv[2] ?? 100);
const KNOWN = 'known@example.com';
const STRANGER = 'other@example.com';
const PASSWORD = 'Oud-wood1';
const NOWHERE = { network: null };

const calls: Record<string, (db: Database, email: string) => Promise<unknown>> = {
  login: (db, email) => logIn(db, { email, password: 'Not-this-1' }, NOWHERE),
  register: (db, email) =>
    register(db, { fullName: 'Ada Obi', email, password: PASSWORD }, NOWHERE),
  'resend-otp': (db, email) => resendCode(db, { email, purpose: 'verify_email' }, NOWHERE),
  'forgot-password': (db, email) => forgotPassword(db, { email }, NOWHERE),
};

const dataDir = await mkdtemp(join(tmpdir(), 'turare-bench-'));
const cluster = await startCluster({ dataDir });
await migrate(cluster.url);
const { db, close } = connect(cluster.url);
try {
  const passwordHash = await hashPassword(PASSWORD);
  await db.execute(sql`insert into accounts (id, email, full_name, password_hash)
    values ('usr_known', ${KNOWN}, 'Ada Obi', ${passwordHash})`);
  for (const [name, call] of Object.entries(calls)) {
    const times = new Map<string, number[]>([
      [KNOWN, []],
      [STRANGER, []],
    ]);
    for (let round = 0; round < rounds; round++) {
      for (const email of round % 2 ? [KNOWN, STRANGER] : [STRANGER, KNOWN]) {
        // Every call is the first one: no limits, no waiting codes.
        await db.execute(sql`truncate rate_limits, email_codes, emails`);
        const begun = performance.now();
        await call(db, email);
        times.get(email)?.push(performance.now() - begun);
      }
    }
    const known = times.get(KNOWN) ?? [];
    const stranger = times.get(STRANGER) ?? [];
    const pairs = known.flatMap((a) => stranger.map((b): number => (a > b ? 1 : 0)));
    const longer = pairs.reduce((sum, one) => sum + one, 0) / pairs.length;
    console.log(
      `${name.padEnd(16)} known ${quartiles(known)}   unknown ${quartiles(stranger)}   longer ${longer.toFixed(2)}`,
    );
  }
} finally {
  await close();
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function quartiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(1);
  return [0.25, 0.5, 0.75].map(at).join(' / ');
}
