import { emailAnswer, loginBody, verifyPasswordOtpBody } from './account.ts';
import { type Endpoint, get, post } from './endpoint.ts';
import * as of from './profile.ts';

const OF_PROFILE = { response: of.customer, extension: 'account.profile' } as const;
const OF_ADDRESS = {
  params: of.addressParams,
  response: of.customer,
  extension: 'account.addresses',
} as const;
const SIGNED_IN = { auth: 'required' } as const;

/** The calls of account.profile and account.addresses, in a separate file so that an island bundles no other schema. */
export const profileCalls = {
  customer: {
    ...get('/api/account/profile', 'What a customer can change herself', OF_PROFILE),
    ...SIGNED_IN,
  },
  changeProfile: {
    ...post('/api/account/profile', 'Change name and phone', {
      ...OF_PROFILE,
      body: of.profileBody,
    }),
    ...SIGNED_IN,
  },
  // The body is the new address and the password of the account.
  askNewEmail: {
    ...post('/api/account/email', 'Email a code to a new address', {
      body: loginBody,
      response: emailAnswer,
      extension: 'account.profile',
    }),
    ...SIGNED_IN,
  },
  changeEmail: {
    ...post('/api/account/email/verify', 'Change the email address with the code', {
      ...OF_PROFILE,
      body: verifyPasswordOtpBody,
    }),
    ...SIGNED_IN,
  },
  changeAddress: {
    ...post('/api/account/addresses/{id}', 'Change a saved address, or make it the default', {
      ...OF_ADDRESS,
      body: of.addressBody,
    }),
    ...SIGNED_IN,
  },
  deleteAddress: {
    ...get('/api/account/addresses/{id}', 'Delete a saved address', OF_ADDRESS),
    ...SIGNED_IN,
    method: 'DELETE',
  },
} as const satisfies Record<string, Endpoint>;
