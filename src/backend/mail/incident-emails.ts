import type { incidents } from '#backend/db/tables/incident-tables.ts';
import { type Email, writeEmail } from './email.ts';

type Incident = typeof incidents.$inferSelect;

const WORDS = {
  payments: {
    began: 'Nobody can pay',
    ended: 'Payments work again',
    advice:
      'Look at status.paystack.com and at the dashboard of Paystack. The shop goes on trying with each order, and keeps what shoppers have in their carts.',
  },
  publishing: {
    began: 'The site does not follow the catalogue',
    ended: 'The site follows the catalogue again',
    advice:
      'npm run publisher -- status says why. The live site stays as it was, and the publisher goes on trying. Checkout always uses the prices of today.',
  },
} as const;

const moment = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
});
const lagos = (at: Date) => `${moment.format(at)} (Lagos)`;
const idOf = ({ kind, noticedAt }: Incident, what: 'began' | 'ended') =>
  `incident-${what}:${kind}:${noticedAt.toISOString()}`;

/** To the merchant, when payments or publishing stand still. @param reason - one sentence, without personal data. */
export function incidentBeganEmail(incident: Incident, reason: string, recipient: string): Email {
  const { began, advice } = WORDS[incident.kind];
  return writeEmail({
    id: idOf(incident, 'began'),
    recipient,
    subject: began,
    title: began,
    parts: [
      {
        facts: [
          ['Since', lagos(incident.beganAt)],
          ['What is known', reason],
        ],
      },
      { words: advice },
    ],
    closing: 'You get one more email when it is over.',
  });
}

/** To the merchant, when it is over. */
export function incidentEndedEmail(incident: Incident, recipient: string): Email {
  const { ended } = WORDS[incident.kind];
  return writeEmail({
    id: idOf(incident, 'ended'),
    recipient,
    subject: ended,
    title: ended,
    parts: [
      {
        facts: [
          ['From', lagos(incident.beganAt)],
          ['Until', lagos(incident.endedAt ?? new Date())],
        ],
      },
    ],
    closing: 'You need not do anything.',
  });
}
