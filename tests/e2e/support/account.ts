import type { APIRequestContext } from '@playwright/test';
import type { Session } from '#site/session/session-store.ts';
import { newEmail } from './seed.ts';
import { testShop } from './shop.ts';

/** A password that the sign-up accepts. */
export const PASSWORD = 'Oud-wood-1';

/** A customer with an account. */
export interface Customer {
  email: string;
  fullName: string;
  session: Session;
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
  const otp = await testShop.sentCode(request, email);
  const verified = await request.post('/api/auth/verify-otp', { data: { email, otp, attempt } });
  if (!verified.ok()) throw new Error(`verify-otp: ${verified.status()}`);
  return { email, fullName, session: (await verified.json()) as Session };
}

/** Returns what localStorage holds for a signed-in customer. */
export const storedSession = ({ session }: Customer) => ({ 'turare:session': session });

/** Returns the headers of her calls. */
export const bearer = ({ session }: Customer) => ({ authorization: `Bearer ${session.token}` });
