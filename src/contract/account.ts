import * as z from 'zod/mini';
import { savedAddress } from './address.ts';
import { orderList } from './order.ts';
import { reviewList } from './review.ts';
import { email, isoTime, requiredLine, shortEnough, text } from './values.ts';

const PASSWORD_SHAPE =
  'Password must contain at least one uppercase letter, one lowercase letter, and one number';

/** A password at sign-up and reset (spec §5): 8 to 200 characters with upper case, lower case and a digit. */
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

/** The data of a registration (spec §5). */
export const registerBody = z.object({
  fullName: requiredLine(200, 'Full name is required').check(
    z.minLength(2, 'Name must be at least 2 characters'),
  ),
  email: address,
  password: newPassword,
});
/** The six-digit code of a registration. */
export const verifyOtpBody = z.object({
  email: address,
  otp,
  /** Extension account.attempt: the answer of `register`. The code of another registration is then refused. */
  attempt: z.optional(text(100)),
});
/** The six-digit code of a password reset. */
export const verifyPasswordOtpBody = z.object({ email: address, otp });
/** The choice of an address's two codes to send again. */
export const resendOtpBody = z.object({
  email: address,
  purpose: z.enum(['verify_email', 'reset_password']),
});
/** The data of a login. A password that breaks the sign-up rules is wrong, not invalid. */
export const loginBody = z.object({
  email: address,
  password: z
    .string('Password is required')
    .check(z.minLength(1, 'Password is required'), shortEnough(200)),
});
export const forgotPasswordBody = z.object({ email: address });
/** The last step of a reset. */
export const resetPasswordBody = z.object({
  email: address,
  /** The answer of `verify-password-otp`. */
  otp: text(200).check(z.minLength(6)),
  newPassword,
});

/** The address to which a code was emailed. */
export const emailAnswer = z.object({ email: z.string() });
/** The same for a registration. */
export const registerAnswer = z.object({
  email: z.string(),
  /** Extension account.attempt: proves to `verify-otp` that this browser made the registration. */
  attempt: z.optional(z.string()),
});
/** The value that the last step of a reset must send: the emailed code, or a secret in its place. */
export const resetOtpAnswer = z.object({ otp: z.string() });

/** The customer of a session (spec §3). */
export const user = z.object({
  id: z.string(),
  fullName: z.string(),
  email: z.optional(z.string()),
});
export type User = z.infer<typeof user>;
/** A session: the bearer token and its customer. */
export const sessionAnswer = z.object({ token: z.string(), user });

/** Extension account.delete: asks for the password again, because an open session alone must not be enough. */
export const deleteAccountBody = z.object({ password: loginBody.shape.password });

/** Extension account.export: everything stored about a customer, in one document. */
export const accountExport = z.object({
  account: z.extend(user, {
    createdAt: isoTime,
    /** Extension account.profile. */
    phone: z.optional(z.string()),
  }),
  /** Extension account.addresses. */
  addresses: z.optional(z.array(savedAddress)),
  orders: orderList,
  reviews: reviewList,
  sessions: z.array(z.object({ createdAt: isoTime, expiresAt: isoTime })),
  /** Extension payment.delivery: the orders that she refused at the door, and whether that still counts. */
  refusedOrders: z.optional(
    z.array(z.object({ order: z.string(), refusedAt: isoTime, counts: z.boolean() })),
  ),
  /** Extension product.stockAlert: the products that she waits for, with the words of her consent. */
  stockAlerts: z.optional(
    z.array(
      z.object({
        productId: z.string(),
        product: z.string(),
        consent: z.string(),
        askedAt: isoTime,
        confirmedAt: z.optional(isoTime),
        toldAt: z.optional(isoTime),
      }),
    ),
  ),
});
export type AccountExport = z.infer<typeof accountExport>;
