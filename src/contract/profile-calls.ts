import { emailAnswer, loginBody, verifyPasswordOtpBody } from './account.ts';
import { type Endpoint, get, post } from './endpoint.ts';
import * as of from './profile.ts';

const mine = <E extends Endpoint>(endpoint: E) =>
  ({ ...endpoint, auth: 'required' }) as Omit<E, 'auth'> & { auth: 'required' };
const profile = { response: of.customer, extension: 'account.profile' } as const;
const address = {
  params: of.addressParams,
  response: of.customer,
  extension: 'account.addresses',
} as const;

/** The calls of account.profile and account.addresses, in a separate file so that an island bundles no other schema. */
export const profileCalls = {
  customer: mine(get('/api/account/profile', 'What a customer can change herself', profile)),
  changeProfile: mine(
    post('/api/account/profile', 'Change name and phone', { ...profile, body: of.profileBody }),
  ),
  // The body is the new address and the password of the account.
  askNewEmail: mine(
    post('/api/account/email', 'Email a code to a new address', {
      ...profile,
      body: loginBody,
      response: emailAnswer,
    }),
  ),
  changeEmail: mine(
    post('/api/account/email/verify', 'Change the email address with the code', {
      ...profile,
      body: verifyPasswordOtpBody,
    }),
  ),
  changeAddress: mine(
    post('/api/account/addresses/{id}', 'Change a saved address, or make it the default', {
      ...address,
      body: of.addressBody,
    }),
  ),
  deleteAddress: {
    ...mine(get('/api/account/addresses/{id}', 'Delete a saved address', address)),
    method: 'DELETE',
  },
} as const satisfies Record<string, Endpoint>;
