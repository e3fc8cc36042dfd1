import { done, type Result } from '#backend/services/result.ts';
import type { Services } from '#backend/services/services.ts';
import type { Handlers } from './routes.ts';

type AccountCalls =
  | 'register'
  | 'verifyOtp'
  | 'resendOtp'
  | 'login'
  | 'forgotPassword'
  | 'verifyPasswordOtp'
  | 'resetPassword'
  | 'profile'
  | 'logout'
  | 'logoutEverywhere'
  | 'exportAccount'
  | 'deleteAccount';

const say = (result: Result<unknown>, message: string) => (result.ok ? done({ message }) : result);

/** Answers the calls of accounts and sessions. */
export function accountHandlers({ accounts }: Services): Pick<Handlers, AccountCalls> {
  return {
    register: ({ body }, { address }) => accounts.register(body, address),
    verifyOtp: ({ body }, { address }) => accounts.verifySignUp(body, address),
    resendOtp: async ({ body }, { address }) =>
      say(await accounts.resendCode(body, address), 'A new code is on its way.'),
    login: ({ body }, { address }) => accounts.logIn(body, address),
    forgotPassword: ({ body }, { address }) => accounts.forgotPassword(body.email, address),
    verifyPasswordOtp: ({ body }, { address }) => accounts.verifyResetCode(body, address),
    resetPassword: async ({ body }, { address }) =>
      say(await accounts.resetPassword(body, address), 'Your password has been changed.'),
    profile: async (_, { session }) => done({ token: session.token, user: session.user }),
    logout: async (_, { session }) => {
      await accounts.closeSession(session);
      return done({ message: 'You are logged out.' });
    },
    logoutEverywhere: async (_, { session }) => {
      await accounts.closeAllSessions(session);
      return done({ message: 'You are logged out on every device.' });
    },
    exportAccount: async (_, { session }) => done(await accounts.export(session)),
    deleteAccount: async ({ body }, { address, session }) =>
      say(
        await accounts.delete(session, { password: body.password, network: address }),
        'Your account has been deleted.',
      ),
  };
}
