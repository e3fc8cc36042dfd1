import { atom, onMount } from 'nanostores';
import { isRecord, isText, readJson } from '#site/storage/json.ts';
import { PROOF_KEY } from '#site/storage/keys.ts';

/** What a mailed code proves (spec §4, Resend purposes). */
export type ProofPurpose = 'verify_email' | 'reset_password';

/** A sign-up, or a forgotten password, under way in this tab: what one page of it leaves to the next. */
export interface Proof {
  purpose: ProofPurpose;
  /** The address that the code was mailed to, as the server returned it. */
  email: string;
  /** From when on another code may be asked for; ms since 1970, so that a reload does not shorten the wait. */
  resendAt: number;
  /** What register answered, sent back with the code (extension account.attempt). */
  attempt?: string;
  /** What verify-password-otp answered, sent back with the new password. */
  otp?: string;
  /** The page of ours to be at once logged in: a path, as in /login?next=. */
  next?: string;
}

/** Ms between two codes (spec §9). */
export const RESEND_COOLDOWN = 30_000;
/** Ms: no server makes anyone wait longer; what is later comes of a clock that was set. */
const LONGEST_WAIT = 24 * 60 * 60 * 1000;

/** Reads a kept proof; null when it is none. */
export function decodeProof(text: string | null): Proof | null {
  const value = readJson(text);
  if (!isRecord(value)) return null;
  const { purpose, email, resendAt, attempt, otp, next } = value;
  if (purpose !== 'verify_email' && purpose !== 'reset_password') return null;
  if (!isText(email, 254)) return null;
  return {
    purpose,
    email,
    resendAt: Number.isSafeInteger(resendAt) ? Number(resendAt) : 0,
    ...(isText(attempt, 100) && { attempt }),
    ...(isText(otp, 200) && { otp }),
    ...(isText(next, 2000) && { next }),
  };
}

/** Whole seconds until another code may be asked for, rounded up; 0 when it may. */
export function secondsLeft(resendAt: number, now: number): number {
  const left = resendAt - now;
  return left > 0 && left <= LONGEST_WAIT ? Math.ceil(left / 1000) : 0;
}

/** What is being proved in this tab; null when nothing is. */
export const $proof = atom<Proof | null>(null);

let kept: string | null = null;

function restore(): void {
  let text: string | null = null;
  try {
    text = sessionStorage.getItem(PROOF_KEY);
  } catch {
    // Storage is blocked: nothing was kept, and the pages that need a proof lead back to their beginning.
  }
  if (text === kept) return;
  kept = text;
  $proof.set(decodeProof(text));
}

onMount($proof, () => {
  restore();
  // Out of the back/forward cache: a page after this one may have begun something else.
  addEventListener('pageshow', restore);
  return () => removeEventListener('pageshow', restore);
});

/** Keeps a proof for the next page of this tab. */
export function keepProof(proof: Proof): void {
  kept = JSON.stringify(proof);
  try {
    sessionStorage.setItem(PROOF_KEY, kept);
  } catch {
    // As above.
  }
  $proof.set(proof);
}

/** Forgets the proof as its last page is left; that page, which shows it until then, stays as it is. */
export function dropProof(): void {
  try {
    sessionStorage.removeItem(PROOF_KEY);
  } catch {
    // As above.
  }
}
