import { done, type Result } from '#backend/base/result.ts';
import type { Handlers } from './routes.ts';
import type { Services } from './services.ts';

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
    register: ({ body }, { requester }) => accounts.register(body, requester),
    verifyOtp: ({ body }, { requester }) => accounts.verifySignUp(body, requester),
    resendOtp: async ({ body }, { requester }) =>
      say(await accounts.resendCode(body, requester), 'A new code is on its way.'),
    login: ({ body }, { requester }) => accounts.logIn(body, requester),
    forgotPassword: ({ body }, { requester }) => accounts.forgotPassword(body, requester),
    verifyPasswordOtp: ({ body }, { requester }) => accounts.verifyResetCode(body, requester),
    resetPassword: async ({ body }, { requester }) =>
      say(await accounts.resetPassword(body, requester), 'Your password has been changed.'),
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
    deleteAccount: async ({ body }, { requester, session }) =>
      say(
        await accounts.delete({ session, password: body.password }, requester),
        'Your account has been deleted.',
      ),
  };
}
