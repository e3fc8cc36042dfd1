import { NOT_FOR_GUESTS, paths } from '#config/paths.ts';
import { inlineCall } from '#site/frame/inline-script.ts';
import { PROOF_KEY } from '#site/storage/keys.ts';
import { nextPath } from './next-path.ts';

/** Sends signed-out shoppers to /login, and back after it (spec §2, Guards). */
function guardSignedIn(login: string, orKey: boolean): void {
  if (orKey && /[#&]key=./.test(location.hash)) return;
  const { dataset, classList } = document.documentElement;
  dataset.access = 'signed-in';
  if (classList.contains('signed-in')) return;
  document.documentElement.hidden = true;
  const here = location.pathname + location.search + location.hash;
  location.replace(login + encodeURIComponent(here));
}

/** The data that a page needs from the previous one, stored in sessionStorage (auth/proof-store.ts). */
interface Step {
  key: string;
  purpose: 'verify_email' | 'reset_password';
  /** The page for a visitor who has not given an email address yet. */
  first: string;
  /** The page for a visitor who has not entered a code yet, if the page needs one. */
  code?: string;
}

/** Sends signed-in customers to `next`'s page of this site, or to `welcome`; others to the step that is missing. */
function guardSignedOut(next: typeof nextPath, welcome: string, step: Step | null): void {
  const root = document.documentElement;
  root.dataset.access = 'signed-out';
  const leave = (to: string) => {
    root.hidden = true;
    location.replace(to);
  };
  if (root.classList.contains('signed-in')) {
    leave(next(location.href, welcome));
    return;
  }
  if (!step) return;
  let proof: { email?: string; purpose?: string; otp?: string } | undefined;
  try {
    proof = JSON.parse(sessionStorage[step.key]);
  } catch {
    // Counts as missing.
  }
  if (!proof?.email || proof.purpose !== step.purpose) leave(step.first);
  else if (step.code && !proof.otp) leave(step.code);
}

/**
 * Adds `next` to links between the pages for signed-out shoppers. 'Use as Guest' (`data-guest`) leads there, even
 * before its island has loaded (auth/next.ts).
 */
function keepNext(
  next: typeof nextPath,
  home: string,
  own: readonly string[],
  notForGuests: readonly string[],
): void {
  const carry = ({ target }: Event) => {
    const link = (target as Element).closest<HTMLAnchorElement>('main a');
    if (!link || !location.search || link.search) return;
    if (own.includes(link.pathname)) link.search = location.search;
    if (!('guest' in link.dataset)) return;
    const to = next(location.href, home);
    const { pathname } = new URL(to);
    if (!notForGuests.some((path) => `${pathname}/`.startsWith(`${path}/`))) link.href = to;
  };
  document.addEventListener('click', carry, true);
}

const EMAIL = { key: PROOF_KEY, purpose: 'reset_password', first: paths.forgotPassword } as const;
const STEPS = {
  'sign-up': { key: PROOF_KEY, purpose: 'verify_email', first: paths.signUp },
  reset: EMAIL,
  'reset-code': { ...EMAIL, code: paths.resetCode },
} as const;
/** The data that a page for signed-out visitors needs from the previous one. */
export type StepBefore = keyof typeof STEPS;

/** Returns the guard for pages of signed-in customers. `orKey`: an email's link opens the page without a session. */
export const signedInOnly = ({ orKey = false } = {}): string =>
  inlineCall(guardSignedIn, paths.loginThen(''), orKey);

export const signedOutOnly = (needs?: StepBefore): string =>
  inlineCall(keepNext, nextPath, paths.home, [paths.login, paths.signUp], NOT_FOR_GUESTS) +
  inlineCall(guardSignedOut, nextPath, paths.welcome, needs ? STEPS[needs] : null);
