import { randomUUID } from 'node:crypto';
import { shop } from '#config/shop.ts';
import { questions } from './closing.ts';
import type { Part } from './draft.ts';
import { type Letter, writeLetter } from './email.ts';

/** How the id of every letter of this file begins: they are kept no longer than an hour. */
export const ACCOUNT_MAIL = 'account:';

/** A letter of a few paragraphs, perhaps with a code. Nothing that anyone typed stands in it. */
const letter = (
  recipient: string,
  subject: string,
  title: string,
  parts: readonly (string | Part)[],
): Letter =>
  writeLetter({
    id: `${ACCOUNT_MAIL}${randomUUID()}`,
    recipient,
    subject,
    title,
    parts: ['Hello,', ...parts].map((part) => (typeof part === 'string' ? { words: part } : part)),
    closing: questions(),
  });

const KEEP_SECRET = `The code counts for 10 minutes. ${shop.name} never asks for it by phone or chat: give it to no one.`;
const NOT_YOU = 'If it was not you, you need not do anything.';

/** The code that proves a new customer's address. */
export const signUpCodeLetter = (recipient: string, code: string): Letter =>
  letter(recipient, `${code} is your ${shop.name} verification code`, 'Verify your email', [
    `Enter this code to finish signing up with ${shop.name}.`,
    { code },
    KEEP_SECRET,
    'If you did not sign up just now, leave the code unused: without it there is no account.',
  ]);

/** The code that lets a customer set a new password. */
export const resetCodeLetter = (recipient: string, code: string): Letter =>
  letter(recipient, `${code} is your ${shop.name} reset code`, 'Reset your password', [
    'Enter this code to set a new password.',
    { code },
    KEEP_SECRET,
    'If you did not ask for it, your password stays as it is.',
  ]);

/** To a customer whose address someone signs up with. */
export const alreadyRegisteredLetter = (recipient: string): Letter =>
  letter(recipient, `You already have a ${shop.name} account`, 'You already have an account', [
    `Someone tried to register at ${shop.name} with your address. If it was you: you have an account already. Log in, or choose ‘Forgot password’ to set a new password.`,
    NOT_YOU,
  ]);

/** To an address without an account, for which a reset code was asked. */
export const noAccountLetter = (recipient: string): Letter =>
  letter(recipient, `No ${shop.name} account with this address`, 'No account with this address', [
    `Someone asked for a new ${shop.name} password for this address, but there is no account with it. If it was you: try another address of yours, or sign up.`,
    NOT_YOU,
  ]);

/** To an address with no registration waiting, for which a sign-up code was asked. */
export const nothingToConfirmLetter = (recipient: string): Letter =>
  letter(recipient, `Please sign up at ${shop.name} again`, 'Please sign up again', [
    `Someone asked for a ${shop.name} verification code for this address, but no registration waits for one. If it was you: please sign up again.`,
    NOT_YOU,
  ]);

/** After a password was changed, so that its owner hears of it if it was someone else. */
export const passwordChangedLetter = (recipient: string): Letter =>
  letter(recipient, `Your ${shop.name} password was changed`, 'Your password was changed', [
    'The password of your account has just been changed, and every device was logged out.',
    'If it was not you, choose ‘Forgot password’ at once to set another, and write to us.',
  ]);
