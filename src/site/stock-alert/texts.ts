import { ALERT_CONFIRM_HOURS } from '#domain/products/stock-alert.ts';

/** The texts of 'Tell me when it is back'. */
export const TEXTS = {
  press: 'Tell me',
  pending: 'Sending…',
  invalid: 'Please enter a valid email',
  asked: (email: string) =>
    `Check ${email}: we have sent you a link. Press it within ${ALERT_CONFIRM_HOURS} hours, and we tell you when it is back. Nothing there? Look in the spam folder, too.`,
  before:
    'You have asked for this already. Press the link in the email that we have sent you, if you have not done so.',
  again: 'Ask again',
  available: 'It is back: you can buy it now.',
  reload: 'Show it',
  gone: 'We no longer sell this fragrance.',
} as const;
