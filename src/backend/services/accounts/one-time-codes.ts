import { randomInt } from 'node:crypto';
import { and, eq, gt, type InferSelectModel, sql } from 'drizzle-orm';
import { emailCodes } from '#backend/db/account-tables.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { type Counted, count, release } from '#backend/services/rate-limits.ts';
import { done, type Result, refuse } from '#backend/services/result.ts';
import { WRONG_CODES, WRONG_CODES_BY_NETWORK } from './limits.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';

/** Minutes that a code is valid (decision 14). */
export const CODE_MINUTES = 10;
/** Tries that a code allows. */
const TRIES = 5;

export type CodeRow = InferSelectModel<typeof emailCodes>;
export type Purpose = CodeRow['purpose'];

/** The registration that a code verifies. */
export type Registration = Pick<
  CodeRow,
  'fullName' | 'passwordHash' | 'attemptHash' | 'clientAddress'
>;

/** A code, and the hash of it that is stored. */
export interface NewCode {
  code: string;
  codeHash: string;
}

/** The one answer for every fault of a code, so that an attacker does not learn which it was. */
export const wrongCode = () =>
  refuse(
    'code_invalid',
    'This code is wrong or has expired. Please check it, or ask for a new one.',
  );

const bound = (purpose: Purpose, email: string, code: string) => `${purpose}\n${email}\n${code}`;

/** Makes a code of six digits, hashed together with its purpose and address. Does not store it. */
export async function newCode(purpose: Purpose, email: string): Promise<NewCode> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return { code, codeHash: await hashPassword(bound(purpose, email, code)) };
}

/** Locks and returns the row of an address and purpose, even if its code has expired. */
export async function lockCode(
  transaction: Transaction,
  purpose: Purpose,
  email: string,
): Promise<CodeRow | null> {
  const [row] = await transaction
    .select()
    .from(emailCodes)
    .where(and(eq(emailCodes.purpose, purpose), eq(emailCodes.email, email)))
    .for('update');
  return row ?? null;
}

/**
 * Stores a code in place of the last one, with the registration that it verifies. A registration that replaces one
 * from another network address is contested: only the `attempt` of the browser proves whose it is. A decoy never
 * verifies; it hides whether the address is known.
 */
export async function storeCode(
  transaction: Transaction,
  purpose: Purpose,
  email: string,
  code: NewCode,
  options: { decoy: boolean; registration: Registration | null },
): Promise<void> {
  const { decoy, registration } = options;
  const fresh = {
    codeHash: code.codeHash,
    decoy,
    triesLeft: TRIES,
    sentAt: sql`now()`,
    expiresAt: sql`now() + ${CODE_MINUTES} * interval '1 minute'`,
    fullName: registration?.fullName ?? null,
    passwordHash: registration?.passwordHash ?? null,
    attemptHash: registration?.attemptHash ?? null,
    clientAddress: registration?.clientAddress ?? null,
  };
  const elsewhere = sql`${emailCodes.contested} or (not ${emailCodes.decoy} and ${emailCodes.clientAddress} is distinct from excluded.client_address)`;
  await transaction
    .insert(emailCodes)
    .values({ purpose, email, ...fresh })
    .onConflictDoUpdate({
      target: [emailCodes.purpose, emailCodes.email],
      set: { ...fresh, contested: elsewhere },
    });
}

/**
 * Checks a code. A try is deducted before the code is compared, so that simultaneous guesses, in any process, get five
 * tries together. Returns the row, which the caller uses up in its own transaction (useCode).
 * Refusals: code_invalid, rate_limited.
 */
export async function proveCode(
  db: Database,
  guess: { purpose: Purpose; email: string; code: string; network: string | null },
): Promise<Result<CodeRow>> {
  const { purpose, email } = guess;
  const counted: Counted[] = [
    [WRONG_CODES, `${purpose} ${email}`],
    [WRONG_CODES_BY_NETWORK, guess.network],
  ];
  const limited = await count(db, ...counted);
  if (!limited.ok) return limited;
  const [row] = await db
    .update(emailCodes)
    .set({ triesLeft: sql`${emailCodes.triesLeft} - 1` })
    .where(
      and(
        eq(emailCodes.purpose, purpose),
        eq(emailCodes.email, email),
        gt(emailCodes.triesLeft, 0),
        gt(emailCodes.expiresAt, sql`now()`),
      ),
    )
    .returning();
  if (!row) return wrongCode();
  const right = await verifyPassword(bound(purpose, email, guess.code), row.codeHash);
  if (!right || row.decoy) return wrongCode();
  await release(db, ...counted);
  return done(row);
}

/** Uses a proved code up. False if another request has used it, or a newer code has replaced it. */
export async function useCode(transaction: Transaction, row: CodeRow): Promise<boolean> {
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
