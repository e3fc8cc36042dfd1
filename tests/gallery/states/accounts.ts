import { customer, longNamed, ownData, session } from '../data/people.ts';
import type { Screen, State, Step } from '../state.ts';
import { proof, signedIn } from './kept.ts';

const submit: Step = { press: 'main form button[type="submit"]' };
const type = (name: string, text: string): Step => ({
  type: text,
  into: `main form input[name="${name}"]`,
});
const login = [type('email', customer.email), type('password', 'Harmattan1'), submit];
const signUp = [
  type('fullName', customer.fullName),
  type('email', customer.email),
  type('password', 'Harmattan1'),
  type('confirmPassword', 'Harmattan1'),
  submit,
];
const code = [type('otp', '123456'), submit];
const error = (text: string) => ['.field-error', text] as const;
const alert = (text: string) => ['main [role="alert"]', text] as const;
const busy = (text: string) => ['main form button', text] as const;

const on =
  (route: string, kept: Partial<State> = {}) =>
  (name: string, shows: State['shows'], rest: Partial<State> = {}): State => ({
    name,
    route,
    shows,
    ...kept,
    ...rest,
  });
const atLogin = on('/login');
const atSignUp = on('/signup');
const atVerify = on('/verify-signup', { session: proof('verify_email') });
const atForgot = on('/forgot-password');
const atCode = on('/reset-otp', { session: proof('reset_password') });
const atReset = on('/reset-password', { session: proof('reset_password', { otp: 'proved' }) });
const usable = 'main form button[type="submit"]:not(:disabled)';

export const signingIn: Screen = {
  name: 'auth',
  title: 'Sign-up, login, forgotten password',
  states: [
    atLogin('login', usable, { main: true }),
    atLogin('login-errors', error('Password is required'), { steps: [submit] }),
    atLogin('login-busy', busy('Logging in...'), { steps: login, api: { login: 'waits' } }),
    atLogin('login-refused', alert('Invalid email or password'), {
      steps: login,
      api: { login: { code: 'credentials_invalid', message: 'Invalid email or password' } },
    }),
    atLogin('login-server-error', alert('Something went wrong'), {
      steps: login,
      api: { login: { code: 'internal' } },
    }),
    atLogin('login-unreachable', alert('could not be reached'), { steps: login, cut: true }),
    atLogin('login-offline', alert('You are offline.'), { steps: login, offline: true }),
    atSignUp('signup', usable, { main: true }),
    atSignUp('signup-errors', error('Full name is required'), { steps: [submit] }),
    atSignUp('signup-mismatch', error('Passwords do not match'), {
      steps: [
        type('fullName', 'N'),
        type('email', 'ngozi'),
        type('password', 'harmattan'),
        type('confirmPassword', 'Harmattan'),
        submit,
      ],
    }),
    atSignUp('signup-password-shown', 'input[name="password"][type="text"]', {
      steps: [type('password', 'Harmattan1'), { press: ['main form button', 'Show password'] }],
    }),
    atSignUp('signup-busy', busy('Signing up...'), { steps: signUp, api: { register: 'waits' } }),
    atSignUp('signup-refused', alert('too many'), {
      steps: signUp,
      api: {
        register: {
          code: 'rate_limited',
          message: 'There were too many tries. Please wait an hour.',
        },
      },
      // The toast is at the foot of the window, and a screenshot of the whole page makes the window longer.
      part: 'screen',
    }),
    atVerify('verify-signup', ['main button', 'Resend code'], { main: true }),
    atVerify('verify-cooldown', ['main button', 'Resend in'], {
      session: proof('verify_email', { left: 29_000 }),
    }),
    atVerify('verify-wrong', error('wrong'), {
      steps: code,
      api: { verifyOtp: { code: 'code_invalid', message: 'This code is wrong or too old.' } },
    }),
    atVerify('verify-busy', busy('Verifying...'), { steps: code, api: { verifyOtp: 'waits' } }),
    atVerify('verify-resent', ['.toast', 'OTP Sent'], {
      steps: [{ press: ['main button', 'Resend code'] }],
    }),
    atForgot('forgot-password', usable, { main: true }),
    atForgot('forgot-errors', error('Email is required'), { steps: [submit] }),
    atForgot('forgot-server-error', ['.toast', 'Error'], {
      steps: [type('email', customer.email), submit],
      api: { forgotPassword: { code: 'unavailable', message: 'Failed to send reset email' } },
    }),
    atCode('reset-otp', ['main button', 'Resend code'], { main: true }),
    atCode('reset-otp-wrong', error('wrong'), {
      steps: code,
      api: {
        verifyPasswordOtp: { code: 'code_invalid', message: 'This code is wrong or too old.' },
      },
    }),
    atReset('reset-password', usable, { main: true }),
    atReset('reset-password-errors', error('Password is required'), { steps: [submit] }),
    atReset('reset-password-expired', ['main form', 'Ask for a new code'], {
      steps: [type('newPassword', 'Harmattan1'), type('confirmPassword', 'Harmattan1'), submit],
      api: { resetPassword: { code: 'code_invalid', message: 'This code is too old.' } },
    }),
  ],
};

const openBook: Step = { press: ['main button', 'Show my addresses'] };
const openDelete: Step = { press: ['main button', 'Delete my account'] };
const atAccount = on('/account', { local: () => signedIn });

export const account: Screen = {
  name: 'account',
  title: 'Account',
  states: [
    atAccount('account', ['main', customer.email], { main: true }),
    atAccount('account-long-text', ['main', 'Chukwuemeka'], {
      local: () => ({ 'turare:session': { ...session, user: longNamed } }),
      api: { profile: { body: { ...session, user: longNamed } } },
    }),
    // No data of a browser makes an island throw while it renders. Props of another build can.
    atAccount('account-render-error', ['main [role="alert"]', 'could not be shown'], {
      edit: [/props="[^"]*"(?= ssr client="load" opts="[^"]*AccountPage)/, 'props="{}"'],
    }),
    atAccount('account-download-failed', ['main', 'The shop'], {
      steps: [{ press: ['main button', 'Download'] }],
      api: { exportAccount: 'cut' },
    }),
    atAccount('account-details', ['dialog', 'Leave it empty'], {
      steps: [{ press: ['main button', 'Change name or phone'] }],
      part: 'screen',
    }),
    atAccount('account-details-failed', ['main', 'The shop'], {
      steps: [{ press: ['main button', 'Change name or phone'] }],
      api: { customer: 'cut' },
    }),
    atAccount('account-new-email', ['dialog', 'A code is on its way'], {
      steps: [
        { press: ['main button', 'Change email address'] },
        { type: 'ngozi.new@example.com', into: 'dialog input[name="email"]' },
        { type: 'Harmattan1', into: 'dialog input[name="password"]' },
        { press: ['dialog button', 'Send the code'] },
      ],
      part: 'screen',
    }),
    atAccount('account-addresses', ['dialog', 'Default'], { steps: [openBook], part: 'screen' }),
    atAccount('account-no-address', ['dialog', 'No address yet'], {
      steps: [openBook],
      api: { customer: { body: { ...ownData, addresses: [] } } },
      part: 'screen',
    }),
    atAccount('account-edit-address', ['dialog', 'Shipping Location'], {
      steps: [openBook, { press: ['dialog button', 'Edit'] }],
      part: 'screen',
    }),
    atAccount('account-delete', ['dialog h2', 'Delete your account?'], {
      steps: [openDelete],
      part: 'screen',
    }),
    atAccount('account-delete-refused', error('This is not your password.'), {
      steps: [
        openDelete,
        { type: 'Wrong1234', into: 'dialog input[name="password"]' },
        { press: 'dialog button[type="submit"]' },
      ],
      api: { deleteAccount: { code: 'credentials_invalid', message: 'Wrong password' } },
      part: 'screen',
    }),
  ],
};
