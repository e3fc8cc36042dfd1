import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { resendOtpBody, resetPasswordBody, verifyOtpBody } from '#contract/account.ts';
import { decodeProof, type Proof, secondsLeft } from './proof-store.ts';

const proof: Proof = { purpose: 'verify_email', email: 'ngozi@example.com', resendAt: 1000 };

it('is read as it was stored', () => {
  for (const kept of [
    proof,
    { ...proof, attempt: 'a', next: '/orders?x=1#y' },
    { ...proof, purpose: 'reset_password', otp: 'secret-of-the-server' },
  ]) {
    expect(decodeProof(JSON.stringify(kept))).toEqual(kept);
  }
});

it.each([null, '', '{', '[]', '7', '{"email":"a@b.ng"}', '{"purpose":"verify_email"}'])(
  '%j is none',
  (text) => {
    expect(decodeProof(text)).toBeNull();
  },
);

it('holds only values that a call can send, whatever was stored', () => {
  const text = fc.oneof(fc.string({ maxLength: 300 }), fc.anything());
  const stored = fc.record({
    purpose: fc.constantFrom('verify_email', 'reset_password', 'buy'),
    email: fc.oneof(fc.constant('ngozi@example.com'), text),
    resendAt: fc.oneof(fc.integer(), fc.anything()),
    attempt: text,
    otp: text,
    next: text,
  });
  fc.assert(
    fc.property(stored, (value) => {
      const read = decodeProof(JSON.stringify(value) ?? null);
      if (!read) return;
      expect(z.safeParse(resendOtpBody.shape.purpose, read.purpose).success).toBe(true);
      expect(z.safeParse(verifyOtpBody.shape.attempt, read.attempt).success).toBe(true);
      expect(Number.isSafeInteger(read.resendAt)).toBe(true);
      if (read.otp && read.otp.length >= 6)
        expect(z.safeParse(resetPasswordBody.shape.otp, read.otp).success).toBe(true);
    }),
  );
});

it('counts whole seconds down to zero', () => {
  expect(secondsLeft(31_000, 1000)).toBe(30);
  expect(secondsLeft(31_000, 1001)).toBe(30);
  expect(secondsLeft(31_000, 2000)).toBe(29);
  expect(secondsLeft(31_000, 30_999)).toBe(1);
  expect(secondsLeft(31_000, 31_000)).toBe(0);
  expect(secondsLeft(0, 31_000)).toBe(0);
});

it('does not wait if the clock was set back', () => {
  expect(secondsLeft(Date.UTC(2030, 0), Date.UTC(2026, 0))).toBe(0);
});
