import { randomBytes, randomInt } from 'node:crypto';
import { Hono } from 'hono';
import { type Account, type Code, newId, type State } from './state.ts';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Returns the answer of spec §7 with a new session. */
function newSession(state: State, account: Account) {
  const token = randomBytes(24).toString('hex');
  state.sessions.set(token, account.id);
  return { token, user: userOf(account) };
}

const userOf = ({ id, fullName, email }: Account) => ({ id, fullName, email });

/** Emails a new code: tests read it with GET /test/code. */
function sendCode(state: State, email: string, purpose: Code['purpose']): void {
  state.codes.set(email, { purpose, code: String(randomInt(1_000_000)).padStart(6, '0') });
}

/** The calls of accounts. The errors have a message and no code. */
export function accounts(state: State): Hono {
  const app = new Hono();
  const isRight = (email: string, otp: unknown, purpose: Code['purpose']) => {
    const sent = state.codes.get(email);
    return sent?.purpose === purpose && sent.code === otp;
  };

  app.post('/api/auth/register', async (c) => {
    const { fullName, email, password } = await c.req.json();
    if (!fullName || !EMAIL.test(email) || String(password).length < 8) {
      return c.json({ message: 'Please fill in all fields' }, 400);
    }
    const address = String(email).toLowerCase();
    const known = state.account(address);
    if (known?.verified) return c.json({ message: 'User already exists' }, 400);
    state.accounts = state.accounts.filter((account) => account !== known);
    state.accounts.push({ id: newId(), fullName, email: address, password, verified: false });
    sendCode(state, address, 'verify_email');
    return c.json({ message: 'Check your email for the code', email: address }, 201);
  });

  app.post('/api/auth/verify-otp', async (c) => {
    const { email, otp } = await c.req.json();
    const account = state.account(String(email));
    if (!account || !isRight(account.email, otp, 'verify_email')) {
      return c.json({ message: 'Invalid or expired OTP' }, 400);
    }
    account.verified = true;
    state.codes.delete(account.email);
    return c.json(newSession(state, account));
  });

  app.post('/api/auth/resend-otp', async (c) => {
    const { email, purpose } = await c.req.json();
    const account = state.account(String(email));
    if (!account) return c.json({ message: 'User not found' }, 404);
    sendCode(state, account.email, purpose);
    return c.json({ message: 'OTP sent' });
  });

  app.post('/api/auth/login', async (c) => {
    const { email, password } = await c.req.json();
    const account = state.account(String(email));
    if (!account || account.password !== password) {
      return c.json({ message: 'Invalid email or password' }, 401);
    }
    if (!account.verified) return c.json({ message: 'Please verify your email first' }, 403);
    return c.json(newSession(state, account));
  });

  app.post('/api/auth/forgot-password', async (c) => {
    const { email } = await c.req.json();
    const account = state.account(String(email));
    if (!account) return c.json({ message: 'No account has this email' }, 404);
    sendCode(state, account.email, 'reset_password');
    return c.json({ email: account.email });
  });

  app.post('/api/auth/verify-password-otp', async (c) => {
    const { email, otp } = await c.req.json();
    const right = isRight(String(email).toLowerCase(), otp, 'reset_password');
    return right ? c.json({ otp }) : c.json({ message: 'Invalid or expired OTP' }, 400);
  });

  app.post('/api/auth/reset-password', async (c) => {
    const { email, otp, newPassword } = await c.req.json();
    const account = state.account(String(email));
    if (!account || !isRight(account.email, otp, 'reset_password')) {
      return c.json({ message: 'Invalid or expired OTP' }, 400);
    }
    account.password = newPassword;
    account.verified = true;
    state.codes.delete(account.email);
    return c.json({ message: 'Password reset' });
  });

  app.get('/api/auth/profile', (c) => {
    const token = tokenOf(c.req.header('authorization')) ?? '';
    const account = accountOf(state, token) ?? state.accounts[0];
    if (!account) return c.json({ message: 'User not found' }, 404);
    return c.json({ token, user: userOf(account) });
  });
  return app;
}

/** Returns the bearer token of a request. */
export const tokenOf = (header: string | undefined) => /^Bearer (.+)$/.exec(header ?? '')?.[1];

/** Returns the account of a token. */
export const accountOf = (state: State, token: string | undefined) =>
  state.accounts.find(({ id }) => token !== undefined && id === state.sessions.get(token));
