import type { Session } from '#backend/accounts/sessions.ts';
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
  | 'customer'
  | 'changeProfile'
  | 'askNewEmail'
  | 'changeEmail'
  | 'changeAddress'
  | 'deleteAddress'
  | 'exportAccount'
  | 'deleteAccount';

const say = (result: Result<unknown>, message: string) => (result.ok ? done({ message }) : result);

/** Answers the calls of accounts and sessions. */
export function accountHandlers({ accounts }: Services): Pick<Handlers, AccountCalls> {
  /** Answers a change with the customer as she is now. */
  const changed = async (session: Session, result: Result<null>) =>
    result.ok ? done(await accounts.customer(session)) : result;
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
    customer: async (_, { session }) => done(await accounts.customer(session)),
    changeProfile: async ({ body }, { session }) =>
      changed(session, await accounts.changeProfile(session, body)),
    askNewEmail: ({ body }, { requester, session }) =>
      accounts.askNewEmail({ session, ...body }, requester),
    changeEmail: async ({ body }, { requester, session }) =>
      changed(session, await accounts.changeEmail({ session, ...body }, requester)),
    changeAddress: async ({ params, body }, { session }) =>
      changed(session, await accounts.changeAddress(session, params.id, body)),
    deleteAddress: async ({ params }, { session }) =>
      changed(session, await accounts.deleteAddress(session, params.id)),
    exportAccount: async (_, { session }) => done(await accounts.export(session)),
    deleteAccount: async ({ body }, { requester, session }) =>
      say(
        await accounts.delete({ session, password: body.password }, requester),
        'Your account has been deleted.',
      ),
  };
}
