import * as account from './account.ts';
import { type Endpoint, get, post } from './endpoint.ts';
import { readEmail, readOtp, readSession } from './reading/account.ts';
import { messageAnswer } from './values.ts';

/** The calls of accounts and sessions, in a separate file so that an island bundles no other schema. */
export const accountCalls = {
  register: post('/api/auth/register', 'Start a registration and email its code', {
    body: account.registerBody,
    response: account.registerAnswer,
    read: readEmail,
  }),
  verifyOtp: post('/api/auth/verify-otp', 'Verify the email address with the code', {
    body: account.verifyOtpBody,
    response: account.sessionAnswer,
    read: readSession,
  }),
  resendOtp: post('/api/auth/resend-otp', 'Email a new code', {
    body: account.resendOtpBody,
    response: messageAnswer,
    unread: true,
  }),
  login: post('/api/auth/login', 'Log in', {
    body: account.loginBody,
    response: account.sessionAnswer,
    read: readSession,
  }),
  forgotPassword: post('/api/auth/forgot-password', 'Email a code for a new password', {
    body: account.forgotPasswordBody,
    response: account.emailAnswer,
    read: readEmail,
  }),
  verifyPasswordOtp: post('/api/auth/verify-password-otp', 'Verify the emailed code', {
    body: account.verifyPasswordOtpBody,
    response: account.resetOtpAnswer,
    read: readOtp,
  }),
  resetPassword: post('/api/auth/reset-password', 'Set the new password', {
    body: account.resetPasswordBody,
    response: messageAnswer,
    unread: true,
  }),
  profile: {
    ...get('/api/auth/profile', 'The session and its user', { response: account.sessionAnswer }),
    auth: 'required',
  },
  logout: {
    ...post('/api/auth/logout', 'End this session', {
      response: messageAnswer,
      unread: true,
      extension: 'account.logout',
    }),
    auth: 'required',
  },
  logoutEverywhere: {
    ...post('/api/auth/logout-everywhere', 'End all sessions of the account', {
      response: messageAnswer,
      unread: true,
      extension: 'account.logout',
    }),
    auth: 'required',
  },
  exportAccount: {
    ...get('/api/account/export', 'Everything stored about the customer', {
      response: account.accountExport,
      extension: 'account.export',
    }),
    auth: 'required',
  },
  deleteAccount: {
    ...post('/api/account/delete', 'Delete the account; its orders stay, without personal data', {
      body: account.deleteAccountBody,
      response: messageAnswer,
      unread: true,
      extension: 'account.delete',
    }),
    auth: 'required',
  },
} as const satisfies Record<string, Endpoint>;
