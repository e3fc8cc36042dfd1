import { eq } from 'drizzle-orm';
import { listAddresses } from '#backend/accounts/addresses.ts';
import { askCode } from '#backend/accounts/code-emails.ts';
import { emailChangedEmail } from '#backend/accounts/emails.ts';
import { checkPassword } from '#backend/accounts/log-in.ts';
import { proveCode, useCode, wrongCode } from '#backend/accounts/one-time-codes.ts';
import { forgetReplaced } from '#backend/accounts/registrations.ts';
import type { Session } from '#backend/accounts/sessions.ts';
import { accounts, emailCodes, passwordResets } from '#backend/accounts/tables.ts';
import { done, type Result, refuse } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { isRefusedBy, transact } from '#backend/db/transact.ts';
import type { Requester } from '#backend/limits/requester.ts';
import { enqueue } from '#backend/mail/outbox.ts';
import { claimGuestOrders } from '#backend/order-book/customer-orders.ts';
import { moveAlerts } from '#backend/stock-alerts/erasure.ts';
import type { Customer } from '#contract/profile.ts';

/** Returns what a customer can change herself. */
export async function readCustomer(db: Database, { user }: Session): Promise<Customer> {
  const [[row], addresses] = await Promise.all([
    db.select().from(accounts).where(eq(accounts.id, user.id)),
    listAddresses(db, user.id),
  ]);
  if (!row) throw new Error('The account of a session does not exist any more');
  return { fullName: row.fullName, email: row.email, phone: row.phone ?? '', addresses };
}

/** Changes name and phone. Her reviews show the new name, too. */
export async function changeProfile(
  db: Database,
  { user }: Session,
  { fullName, phone }: { fullName: string; phone: string },
): Promise<Result<null>> {
  await db
    .update(accounts)
    .set({ fullName, phone: phone || null })
    .where(eq(accounts.id, user.id));
  return done(null);
}

/**
 * Emails a code to a new address. Requires the password, because an open session alone must not be enough to take an
 * account over. If the address has an account, the answer is the same, and its owner gets an email about it. Refusals:
 * credentials_invalid, validation_failed for her present address, rate_limited.
 */
export async function askNewEmail(
  db: Database,
  { session: { user }, email, password }: { session: Session; email: string; password: string },
  requester: Requester,
): Promise<Result<{ email: string }>> {
  if (email === user.email) {
    const message = 'This is your email address already';
    return refuse('validation_failed', `${message}.`, { fields: { email: message } });
  }
  const checked = await checkPassword(db, { email: user.email, password }, requester);
  return checked.ok ? askCode(db, { email, purpose: 'change_email' }, requester) : checked;
}

/**
 * Changes the address of an account to one that the code proves. Everything that belongs to the account by its address
 * stays with it: a person who registers the old address later finds nothing. Refusals: code_invalid, rate_limited.
 */
export async function changeEmail(
  db: Database,
  { session: { user }, email, otp }: { session: Session; email: string; otp: string },
  requester: Requester,
): Promise<Result<null>> {
  const guess = { purpose: 'change_email', email, code: otp } as const;
  const proved = await proveCode(db, guess, requester);
  if (!proved.ok) return proved;
  try {
    return await transact(db, async (transaction) => {
      if (!(await useCode(transaction, proved.value))) return wrongCode();
      const which = eq(accounts.id, user.id);
      // A password reset with the old address waits here, and then finds no account.
      const [before] = await transaction.select().from(accounts).where(which).for('update');
      if (!before) return wrongCode();
      await transaction.update(accounts).set({ email }).where(which);
      await claimGuestOrders(transaction, before);
      await claimGuestOrders(transaction, { id: user.id, email });
      await moveAlerts(transaction, before.email, email);
      await transaction.delete(passwordResets).where(eq(passwordResets.accountId, user.id));
      await transaction.delete(emailCodes).where(eq(emailCodes.email, before.email));
      await forgetReplaced(transaction, email);
      await enqueue(transaction, emailChangedEmail(before.email));
      return done(null);
    });
  } catch (error) {
    // Somebody has verified a sign-up with this address since the code was sent.
    if (isRefusedBy(error, '23505')) return wrongCode();
    throw error;
  }
}
