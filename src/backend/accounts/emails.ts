import { randomUUID } from 'node:crypto';
import { questions } from '#backend/mail/closing.ts';
import type { Part } from '#backend/mail/draft.ts';
import { type Email, writeEmail } from '#backend/mail/email.ts';
import { shop } from '#config/shop.ts';

/** The beginning of these emails' ids. */
export const ACCOUNT_EMAIL_PREFIX = 'account:';
/** Minutes for which these emails are kept, sent or not. */
export const ACCOUNT_EMAIL_MINUTES = 60;
/** Minutes for which a code is valid (decision 14). Later, an email with a code is not sent. */
export const CODE_MINUTES = 10;

/** Returns an email of a few paragraphs, perhaps with a code. It contains nothing that anyone typed. */
function accountEmail(
  recipient: string,
  subject: string,
  title: string,
  paragraphs: readonly (string | Part)[],
): Email {
  const parts = ['Hello,', ...paragraphs].map((part) =>
    typeof part === 'string' ? { words: part } : part,
  );
  return writeEmail({
    id: `${ACCOUNT_EMAIL_PREFIX}${randomUUID()}`,
    recipient,
    subject,
    lifetimeMinutes: parts.some((part) => 'code' in part) ? CODE_MINUTES : ACCOUNT_EMAIL_MINUTES,
    title,
    parts,
    closing: questions(),
  });
}

const keepSecret = () =>
  `The code is valid for ${CODE_MINUTES} minutes. ${shop.name} never asks for it by phone or chat: give it to no one.`;
const NOT_YOU = 'If it was not you, you can ignore this email.';

/** Returns the email with the code that verifies a new customer's address. */
export const signUpCodeEmail = (recipient: string, code: string): Email =>
  accountEmail(recipient, `${code} is your ${shop.name} verification code`, 'Verify your email', [
    `Enter this code to finish signing up with ${shop.name}.`,
    { code },
    keepSecret(),
    'If you did not just sign up, ignore this email: without the code no account is made.',
  ]);

export const resetCodeEmail = (recipient: string, code: string): Email =>
  accountEmail(recipient, `${code} is your ${shop.name} reset code`, 'Reset your password', [
    'Enter this code to set a new password.',
    { code },
    keepSecret(),
    'If you did not ask for it, your password stays as it is.',
  ]);

/** Returns the email to a customer whose address somebody uses to sign up, or wants for another account. */
export const alreadyRegisteredEmail = (recipient: string): Email =>
  accountEmail(
    recipient,
    `You already have a ${shop.name} account`,
    'You already have an account',
    [
      `Someone tried to use your address at ${shop.name}, to register or for another account. If it was you: you have an account already. Log in, or choose ‘Forgot password’ to set a new password.`,
      NOT_YOU,
    ],
  );

/** Returns the email to an address without an account for which somebody asks for a reset code. */
export const noAccountEmail = (recipient: string): Email =>
  accountEmail(
    recipient,
    `No ${shop.name} account with this address`,
    'No account with this address',
    [
      `Someone asked for a new ${shop.name} password for this address, but there is no account with it. If it was you: try another of your addresses, or sign up.`,
      NOT_YOU,
    ],
  );

/** Returns the email to an address without a registration for which somebody asks for a sign-up code. */
export const nothingToConfirmEmail = (recipient: string): Email =>
  accountEmail(recipient, `Please sign up at ${shop.name} again`, 'Please sign up again', [
    `Someone asked for a ${shop.name} verification code for this address, but there is no sign-up to verify. If it was you: please sign up again.`,
    NOT_YOU,
  ]);

/** Returns the email after a change of password, so that the owner learns of it if it was someone else. */
export const passwordChangedEmail = (recipient: string): Email =>
  accountEmail(recipient, `Your ${shop.name} password was changed`, 'Your password was changed', [
    'The password of your account has just been changed, and every device was logged out.',
    'If it was not you, choose ‘Forgot password’ at once to set another, and write to us.',
  ]);

/** Returns the email with the code that proves a customer's new address. */
export const newEmailCodeEmail = (recipient: string, code: string): Email =>
  accountEmail(
    recipient,
    `${code} is your ${shop.name} verification code`,
    'Your new email address',
    [
      `Enter this code to use this address for your ${shop.name} account.`,
      { code },
      keepSecret(),
      'If you did not ask for it, ignore this email: without the code nothing changes.',
    ],
  );

/** Returns the email to the former address, so that the owner learns of the change if it was someone else. */
export const emailChangedEmail = (recipient: string): Email =>
  accountEmail(
    recipient,
    `Your ${shop.name} email address was changed`,
    'Your email address was changed',
    [
      'Your account has just been given another email address. You log in with that one from now on. Orders that you have placed keep this one.',
      'If it was not you, write or call us at once.',
    ],
  );
