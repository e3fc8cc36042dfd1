import { desc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { emails } from '#backend/mail/tables.ts';
import type { TestShop } from '../shop.harness.ts';

export const PASSWORD = 'Oud-wood1';

/** Returns the last email to an address. */
export async function lastEmail(shop: TestShop, email: string) {
  const [newest] = await shop.services.db
    .select()
    .from(emails)
    .where(eq(emails.recipient, email))
    .orderBy(desc(emails.createdAt))
    .limit(1);
  return newest;
}

/** Returns the six digits in the last email to an address. */
export async function lastCode(shop: TestShop, email: string): Promise<string> {
  const sent = await lastEmail(shop, email);
  return /^\d{6}$/m.exec(sent?.text ?? '')?.[0] ?? expect.fail(`no code for ${email}`);
}

/** Returns a code that differs from this one. */
export const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Returns the header with the network address of a request. The shop needs the settings FROM_NETWORKS. */
export const from = (network: string) => ({ 'x-client': network });
export const FROM_NETWORKS = { CLIENT_ADDRESS_HEADER: 'x-client' };

/** Returns the header with the token of a session. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A signed-in customer. */
export interface Customer {
  id: string;
  email: string;
  token: string;
  auth: { authorization: string };
}

/** Registers and verifies an address through the API. */
export async function signUp(
  shop: TestShop,
  email: string,
  { fullName = 'Ada Obi', password = PASSWORD } = {},
): Promise<Customer> {
  const registered = await shop.post('/api/auth/register', { fullName, email, password });
  expect(registered.status).toBe(200);
  const { status, body } = await shop.post('/api/auth/verify-otp', {
    email,
    otp: await lastCode(shop, email),
  });
  expect(status).toBe(200);
  return { id: body.user.id, email, token: body.token, auth: bearer(body.token) };
}

/** Lets time pass for an account by moving all its times into the past. */
export async function pass(shop: TestShop, minutes: number): Promise<void> {
  const ago = sql`interval '1 minute' * ${minutes}::float8`;
  const { db } = shop.services;
  await db.execute(
    sql`update email_codes set sent_at = sent_at - ${ago}, expires_at = expires_at - ${ago}`,
  );
  await db.execute(sql`update sessions set expires_at = expires_at - ${ago}`);
  await db.execute(sql`update password_resets set expires_at = expires_at - ${ago}`);
  await db.execute(sql`update rate_limits set ends_at = ends_at - ${ago}`);
  await db.execute(sql`update emails set created_at = created_at - ${ago}`);
  await db.execute(sql`update orders set erase_at = erase_at - ${ago}`);
}
