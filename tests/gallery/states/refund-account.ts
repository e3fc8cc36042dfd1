import { givenAccount, refundAccount as waiting } from '../api/answers.ts';
import type { Screen, State, Step } from '../state.ts';

const NUMBER = { type: '0123456789', into: 'main [name=number]' };
const typed: Step[] = [
  { choose: '3', in: 'main [name=bank]' },
  NUMBER,
  { press: 'main form button' },
];
const confirmed: Step[] = [...typed, { press: ['main button', 'Yes, send'] }];

const state = (name: string, shows: State['shows'], rest: Partial<State> = {}): State => ({
  name: `refund-account${name}`,
  route: '/refund-account#key=Zk3v9QmT1xR7bLw0aYc5',
  shows,
  ...rest,
});
const sent = { ...waiting, banks: [], account: givenAccount };

/** The page on which she names the bank account of a refund. */
export const refundAccount: Screen = {
  name: 'refund-account',
  title: 'The account of a refund',
  states: [
    state('', ['main h1', 'Where should your ₦41,800 go?'], { main: true }),
    state('-loading', 'main .skeleton', { api: { refundAccount: 'waits' } }),
    state('-wrong', ['main form', 'Enter the ten digits'], {
      steps: [{ type: '0123', into: 'main [name=number]' }, { press: 'main form button' }],
    }),
    state('-unknown', ['main form', 'has no account with this number'], {
      steps: typed,
      api: {
        accountHolder: {
          code: 'validation_failed',
          fields: {
            number: 'Guaranty Trust Bank has no account with this number.',
          },
        },
      },
    }),
    state('-too-many', ['main form', 'which is the limit'], {
      steps: typed,
      api: {
        accountHolder: {
          code: 'rate_limited',
          message:
            'This link has looked up 10 accounts, which is the limit. Write to us, and we will help you.',
        },
      },
    }),
    state('-asking', ['main form button', 'Checking…'], {
      steps: typed,
      api: { accountHolder: 'waits' },
    }),
    state('-name', ['main h1', 'Is this you?'], { steps: typed }),
    state('-unclear', ['main button', 'Check whether it was sent'], {
      steps: confirmed,
      api: { sendRefund: 'cut' },
    }),
    state('-sending', ['main h1', 'We are sending your refund'], {
      api: { refundAccount: { body: { ...sent, state: 'sending' } } },
    }),
    state('-sent', ['main h1', 'Your refund is on its way'], { steps: confirmed }),
    state('-ended', ['main h1', 'This link no longer works'], {
      api: { refundAccount: { code: 'refund_link_ended' } },
    }),
    state('-offline', ['main h1', 'That did not work'], { api: { refundAccount: 'cut' } }),
  ],
};
