import { atom, onMount } from 'nanostores';
import { isRecord } from '#contract/reading/record.ts';
import { isText, readJson } from '#site/storage/json.ts';
import { PROOF_KEY } from '#site/storage/keys.ts';
import { tab } from '#site/storage/tab.ts';

/** The thing that an emailed code proves (spec §4, Resend purposes). */
export type ProofPurpose = 'verify_email' | 'reset_password';

/** A sign-up or password reset in this tab: the data that each page hands to the next. */
export interface Proof {
  purpose: ProofPurpose;
  /** The address that received the code, as the server returned it. */
  email: string;
  /** When another code can be requested, in ms since 1970. It is stored so that a reload does not shorten the wait. */
  resendAt: number;
  /** From the answer of register; sent back with the code (extension account.attempt). */
  attempt?: string;
  /** From the answer of verify-password-otp; sent back with the new password. */
  otp?: string;
  /** The page to open after the login: a path, as in /login?next=. */
  next?: string;
}

/** Milliseconds between two codes (spec §9). */
export const RESEND_COOLDOWN = 30_000;
/** Milliseconds. A longer wait means that the device's clock was changed. */
const LONGEST_WAIT = 24 * 60 * 60 * 1000;

/** Reads a stored proof; null if it is invalid. */
export function decodeProof(text: string | null | undefined): Proof | null {
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

/** Returns the seconds until another code can be requested, rounded up. */
export function secondsLeft(resendAt: number, now: number): number {
  const left = resendAt - now;
  return left > 0 && left <= LONGEST_WAIT ? Math.ceil(left / 1000) : 0;
}

/** The sign-up or password reset in this tab; null if there is none. */
export const $proof = atom<Proof | null>(null);

let kept: string | null = null;

/** Restores the proof. Where storage is blocked, the pages that need a proof redirect to the first page. */
function restore(): void {
  const text = tab.get(PROOF_KEY) ?? null;
  if (text === kept) return;
  kept = text;
  $proof.set(decodeProof(text));
}

onMount($proof, () => {
  // useStore() also reads the store at build time, where nothing is stored.
  if (typeof window === 'undefined') return;
  restore();
  // After a return by the back/forward cache, a later page may have stored another proof.
  addEventListener('pageshow', restore);
  return () => removeEventListener('pageshow', restore);
});

/** Stores a proof for the next page of this tab. */
export function keepProof(proof: Proof): void {
  kept = JSON.stringify(proof);
  tab.set(PROOF_KEY, kept);
  $proof.set(proof);
}

/** Removes the stored proof. The last page still shows it until the shopper leaves. */
export function dropProof(): void {
  tab.drop(PROOF_KEY);
}
