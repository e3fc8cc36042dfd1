import * as z from 'zod/mini';
import { orderList } from './order.ts';
import { reviewList } from './review.ts';
import { email, isoTime, requiredText, shortEnough } from './values.ts';

const PASSWORD_SHAPE =
  'Password must contain at least one uppercase letter, one lowercase letter, and one number';

/** Sign-up rules for a password; spec §5. */
export const newPassword = z
  .string('Password is required')
  .check(
    z.minLength(1, 'Password is required'),
    z.minLength(8, 'Password must be at least 8 characters'),
    shortEnough(200),
    z.regex(/[a-z]/, PASSWORD_SHAPE),
    z.regex(/[A-Z]/, PASSWORD_SHAPE),
    z.regex(/\d/, PASSWORD_SHAPE),
  );

const address = email('Email is required', 'Invalid email address');
const otp = z.string().check(z.regex(/^\d{6}$/, 'Please enter a 6-digit OTP'));

export const registerBody = z.object({
  fullName: requiredText(200, 'Full name is required').check(
    z.minLength(2, 'Name must be at least 2 characters'),
  ),
  email: address,
  password: newPassword,
});
export const verifyOtpBody = z.object({
  email: address,
  otp,
  /** Extension account.attempt: what register answered; a code of someone else's registration is then refused. */
  attempt: z.optional(z.string().check(z.maxLength(100))),
});
export const verifyPasswordOtpBody = z.object({ email: address, otp });
export const resendOtpBody = z.object({
  email: address,
  purpose: z.enum(['verify_email', 'reset_password']),
});
export const loginBody = z.object({
  email: address,
  password: z
    .string('Password is required')
    .check(z.minLength(1, 'Password is required'), shortEnough(200)),
});
export const forgotPasswordBody = z.object({ email: address });
export const resetPasswordBody = z.object({
  email: address,
  /** What verify-password-otp answered. */
  otp: z.string().check(z.minLength(6), shortEnough(200)),
  newPassword,
});

export const emailAnswer = z.object({ email: z.string() });
export const registerAnswer = z.object({
  email: z.string(),
  /** Extension account.attempt: proves to verify-otp that the registration is this browser's own. */
  attempt: z.optional(z.string()),
});
export const resetOtpAnswer = z.object({ otp: z.string() });

export const user = z.object({
  id: z.string(),
  fullName: z.string(),
  email: z.optional(z.string()),
});
export type User = z.infer<typeof user>;
export const sessionAnswer = z.object({ token: z.string(), user });

/** Extension account.delete: the password again, since a session left open must not be enough. */
export const deleteAccountBody = z.object({ password: loginBody.shape.password });

/** Extension account.export: all that is kept of a person, in one file. */
export const accountExport = z.object({
  account: z.extend(user, { createdAt: isoTime }),
  orders: orderList,
  reviews: reviewList,
  sessions: z.array(z.object({ createdAt: isoTime, expiresAt: isoTime })),
});
export type AccountExport = z.infer<typeof accountExport>;
