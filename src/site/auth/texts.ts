/** Toasts for sign-up, login and a forgotten password (spec §8). */
import type { ToastText } from '#site/toasts/toasts-store.ts';

/** After register. */
export const REGISTERED: ToastText = {
  title: 'Registration Successful',
  text: 'Please check your email for the verification code.',
};
/** After verify-otp. */
export const EMAIL_VERIFIED: ToastText = {
  title: 'Email Verified',
  text: 'Your account is ready, and you are logged in.',
};
/** After resend-otp, for both purposes. */
export const OTP_SENT: ToastText = {
  title: 'OTP Sent',
  text: 'A new code is on its way. Only the newest one counts.',
};
/** After forgot-password. */
export const RESET_CODE_SENT: ToastText = {
  title: 'Reset Code Sent',
  text: 'Please check your email for the reset code.',
};
/** After verify-password-otp. */
export const OTP_VERIFIED: ToastText = {
  title: 'OTP Verified',
  text: 'Now choose a new password.',
};
export const PASSWORD_RESET: ToastText = {
  title: 'Password Reset Successful',
  text: 'Log in with your new password.',
};

/** A code of fewer than six digits was submitted. */
export const INVALID_OTP: ToastText = {
  title: 'Invalid OTP',
  text: 'Please enter a 6-digit OTP',
  tone: 'bad',
};

/** The message for a failed call. `text` is shown if the server sends no message. */
export type FailureText = Readonly<Record<'title' | 'text', string>>;

/** Title and default text for each call. */
export const FAILURES = {
  register: { title: 'Registration Failed', text: 'Registration failed' },
  verifyEmail: { title: 'Verification Failed', text: 'Email verification failed' },
  resend: { title: 'Error', text: 'Failed to resend OTP' },
  login: { title: 'Login Failed', text: 'Login failed' },
  forgotPassword: { title: 'Error', text: 'Failed to send reset email' },
  verifyCode: { title: 'Verification Failed', text: 'OTP verification failed' },
  resetPassword: { title: 'Password Reset Failed', text: 'Password reset failed' },
} as const satisfies Record<string, FailureText>;
