import * as z from 'zod/mini';
import { email, requiredText } from './text.ts';

const PASSWORD_SHAPE =
  'Password must contain at least one uppercase letter, one lowercase letter, and one number';

/** Sign-up rules for a password; spec §5. */
export const newPassword = z
  .string('Password is required')
  .check(
    z.minLength(1, 'Password is required'),
    z.minLength(8, 'Password must be at least 8 characters'),
    z.maxLength(200),
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
export const verifyOtpBody = z.object({ email: address, otp });
export const resendOtpBody = z.object({
  email: address,
  purpose: z.enum(['verify_email', 'reset_password']),
});
export const loginBody = z.object({
  email: address,
  password: z
    .string('Password is required')
    .check(z.minLength(1, 'Password is required'), z.maxLength(200)),
});
export const forgotPasswordBody = z.object({ email: address });
export const resetPasswordBody = z.object({
  email: address,
  /** What verify-password-otp answered. */
  otp: z.string().check(z.minLength(6), z.maxLength(200)),
  newPassword,
});

export const emailAnswer = z.object({ email: z.string() });
export const resetOtpAnswer = z.object({ otp: z.string() });
export const messageAnswer = z.object({ message: z.string() });

export const user = z.object({
  id: z.string(),
  fullName: z.string(),
  email: z.optional(z.string()),
});
export type User = z.infer<typeof user>;
export const sessionAnswer = z.object({ token: z.string(), user });
