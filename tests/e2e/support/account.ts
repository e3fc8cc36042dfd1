import type { APIRequestContext } from '@playwright/test';
import type { Session } from '#site/session/session-store.ts';
import { newEmail } from './seed.ts';

/** A password that the sign-up accepts. */
export const PASSWORD = 'Oud-wood-1';

/** A customer with an account. */
export interface Customer {
  email: string;
  fullName: string;
  session: Session;
}

/** The six digits in the newest email to an address, read from the shop's outbox. */
export async function mailedCode(request: APIRequestContext, email: string): Promise<string> {
  const answer = await request.get(`/dev/mail.json?to=${encodeURIComponent(email)}`);
  const letters = (await answer.json()) as { text: string; createdAt: string }[];
  const [newest] = letters.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  const code = /^\d{6}$/m.exec(newest?.text ?? '')?.[0];
  if (!code) throw new Error(`No code was mailed to ${email}`);
  return code;
}

/** Creates an account through the API, and logs in. */
export async function signUp(
  request: APIRequestContext,
  fullName = 'Amina Bello',
): Promise<Customer> {
  const email = newEmail();
  const register = { fullName, email, password: PASSWORD };
  const registered = await request.post('/api/auth/register', { data: register });
  if (!registered.ok()) throw new Error(`register: ${registered.status()}`);
  const { attempt } = (await registered.json()) as { attempt?: string };
  const otp = await mailedCode(request, email);
  const verified = await request.post('/api/auth/verify-otp', { data: { email, otp, attempt } });
  if (!verified.ok()) throw new Error(`verify-otp: ${verified.status()}`);
  return { email, fullName, session: (await verified.json()) as Session };
}

/** What localStorage holds for a signed-in customer. */
export const storedSession = ({ session }: Customer) => ({ 'turare:session': session });

/** The headers of a call of hers. */
export const bearer = ({ session }: Customer) => ({ authorization: `Bearer ${session.token}` });
