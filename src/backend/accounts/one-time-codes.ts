import { randomInt } from 'node:crypto';
import { and, eq, getTableColumns, gt, type InferSelectModel, sql } from 'drizzle-orm';
import { done, type Result, refuse } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { lockOf } from '#backend/db/locks.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { type Counted, count, release } from '#backend/limits/rate-limits.ts';
import { isSameNetwork, type Requester } from '#backend/limits/requester.ts';
import { CODE_MINUTES } from './emails.ts';
import { RESEND, WRONG_CODES, WRONG_CODES_BY_NETWORK, WRONG_OWN_CODES } from './limits.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { findAttempt } from './registrations.ts';
import { emailCodes } from './tables.ts';

/** The tries for the client that asked for a code. All other clients together have as many. */
const TRIES = 5;

export type CodeRow = InferSelectModel<typeof emailCodes> & {
  /** Whether an email with it was sent in the last 30 seconds. */
  cooling: boolean;
};
export type Purpose = CodeRow['purpose'];
/** The row of a code that was entered correctly. */
export type ProvedCode = Omit<CodeRow, 'cooling'>;

/** The registration that a code verifies. */
export type Registration = Pick<
  CodeRow,
  'fullName' | 'passwordHash' | 'attemptHash' | 'clientAddress' | 'contested'
>;

export interface NewCode {
  code: string;
  codeHash: string;
}

/** Returns the one answer for every fault of a code, so that an attacker does not learn which it was. */
export const wrongCode = () =>
  refuse(
    'code_invalid',
    'This code is wrong or has expired. Please check it, or ask for a new one.',
  );

const bound = (purpose: Purpose, email: string, code: string) => `${purpose}\n${email}\n${code}`;

/** Makes a code of six digits, hashed with its purpose and address. Does not store it. */
export async function newCode(
  purpose: Purpose,
  email: string,
  signal?: AbortSignal,
): Promise<NewCode> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return { code, codeHash: await hashPassword(bound(purpose, email, code), signal) };
}

/** Returns the row of an address and purpose, even if its code has expired. */
export async function findCode(
  db: Pick<Database, 'select'>,
  purpose: Purpose,
  email: string,
): Promise<CodeRow | null> {
  const pause = sql`${RESEND.seconds} * interval '1 second'`;
  const cooling = sql<boolean>`${emailCodes.sentAt} > now() - ${pause}`;
  const [row] = await db
    .select({ ...getTableColumns(emailCodes), cooling })
    .from(emailCodes)
    .where(and(eq(emailCodes.purpose, purpose), eq(emailCodes.email, email)));
  return row ?? null;
}

/** Does the same while no other transaction can store a code for this address and purpose. */
export async function lockCode(
  transaction: Transaction,
  purpose: Purpose,
  email: string,
): Promise<CodeRow | null> {
  // There may be no row to lock yet.
  await transaction.execute(sql`select ${lockOf('code', `${purpose} ${email}`)}`);
  return findCode(transaction, purpose, email);
}

/** Stores a code and the registration that it verifies, in place of the last code. A decoy never verifies. */
export async function storeCode(
  transaction: Transaction,
  purpose: Purpose,
  email: string,
  code: NewCode,
  options: { decoy: boolean; registration: Registration | null; requester: Requester },
): Promise<void> {
  const { decoy, registration, requester } = options;
  const fresh = {
    codeHash: code.codeHash,
    decoy,
    triesLeft: TRIES,
    ownTriesLeft: TRIES,
    requestedFrom: requester.network,
    requestedBy: requester.device ?? null,
    sentAt: sql`now()`,
    expiresAt: sql`now() + ${CODE_MINUTES} * interval '1 minute'`,
    fullName: registration?.fullName ?? null,
    passwordHash: registration?.passwordHash ?? null,
    attemptHash: registration?.attemptHash ?? null,
    clientAddress: registration?.clientAddress ?? null,
    contested: registration?.contested ?? false,
  };
  await transaction
    .insert(emailCodes)
    .values({ purpose, email, ...fresh })
    .onConflictDoUpdate({ target: [emailCodes.purpose, emailCodes.email], set: fresh });
}

/** Changes the registration that a code verifies. The code and its tries stay. */
export async function storeRegistration(
  transaction: Transaction,
  email: string,
  registration: Registration & { decoy: boolean },
): Promise<void> {
  await transaction
    .update(emailCodes)
    .set(registration)
    .where(and(eq(emailCodes.purpose, 'verify_email'), eq(emailCodes.email, email)));
}

/**
 * Checks a code. Deducts a try before the comparison, so that simultaneous guesses in all processes share five tries. The
 * client that asked for the code has five tries that nobody else can use up. The registration's `attempt`, the browser or
 * the network address identifies it. A guess counts only against a code that it could match. Returns the row, which the
 * caller uses up in its transaction (useCode). Refusals: code_invalid, rate_limited.
 */
export async function proveCode(
  db: Database,
  guess: { purpose: Purpose; email: string; code: string; attempt?: string | undefined },
  { network, device = null, signal }: Requester,
): Promise<Result<ProvedCode>> {
  const { purpose, email, attempt } = guess;
  const found = await findCode(db, purpose, email);
  if (!found) return wrongCode();
  const attempted = (await findAttempt(db, found, attempt)) !== null;
  const own =
    attempted ||
    (device !== null && device === found.requestedBy) ||
    isSameNetwork(network, found.requestedFrom) === true;
  const tries = own ? emailCodes.ownTriesLeft : emailCodes.triesLeft;
  const isLive = and(
    eq(emailCodes.purpose, purpose),
    eq(emailCodes.email, email),
    eq(emailCodes.codeHash, found.codeHash),
    gt(tries, 0),
    gt(emailCodes.expiresAt, sql`now()`),
  );
  const [live] = await db.select({ email: emailCodes.email }).from(emailCodes).where(isLive);
  if (!live) return wrongCode();
  const counted: Counted[] = own
    ? [[WRONG_OWN_CODES, `${purpose} ${email} ${network ?? device ?? found.attemptHash}`]]
    : [
        [WRONG_CODES, `${purpose} ${email}`],
        [WRONG_CODES_BY_NETWORK, network],
      ];
  const limited = await count(db, ...counted);
  if (!limited.ok) return limited;
  const left = sql`${tries} - 1`;
  const [row] = await db
    .update(emailCodes)
    .set(own ? { ownTriesLeft: left } : { triesLeft: left })
    .where(isLive)
    .returning();
  if (!row) {
    await release(db, ...counted);
    return wrongCode();
  }
  const right = await verifyPassword(bound(purpose, email, guess.code), row.codeHash, signal);
  if (!right || row.decoy) return wrongCode();
  await release(db, ...counted);
  return done(row);
}

/** Uses up a proved code. Returns false if another request has used it, or a newer code has replaced it. */
export async function useCode(transaction: Transaction, row: ProvedCode): Promise<boolean> {
  const used = await transaction
    .delete(emailCodes)
    .where(
      and(
        eq(emailCodes.purpose, row.purpose),
        eq(emailCodes.email, row.email),
        eq(emailCodes.codeHash, row.codeHash),
      ),
    )
    .returning({ email: emailCodes.email });
  return used.length > 0;
}
