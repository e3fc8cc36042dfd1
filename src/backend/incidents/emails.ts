import type { Words } from '#backend/mail/draft.ts';
import { type Email, writeEmail } from '#backend/mail/email.ts';
import type { Merchant } from '#backend/mail/merchant.ts';
import { PROVIDER_NAMES, wordsOf } from '#backend/payment-provider/names.ts';
import { lagosMomentNamed as lagos } from '#domain/lagos-date.ts';
import { asTyped } from '#process/as-typed.ts';
import type { incidents } from './tables.ts';

type Incident = typeof incidents.$inferSelect;

const { name, statusPage } = wordsOf(PROVIDER_NAMES[0]);

const WORDS = {
  payments: {
    began: 'Nobody can pay',
    ended: 'Payments work again',
    advice: `Check ${statusPage} and the dashboard of ${name}. The shop tries again with each order, and shoppers keep their carts.`,
  },
  publishing: {
    began: 'The site does not follow the catalogue',
    ended: 'The site follows the catalogue again',
    advice:
      'The live site stays as it was, and the publisher keeps trying. Checkout always uses today’s prices.',
  },
  backups: {
    began: 'The backups need you',
    ended: 'The backups are in order again',
    advice:
      'Check the machine that makes the backups: whether its timer runs, what the last run said, and whether the disk is full. If that machine were lost today, everything sold since the newest sound backup would be lost, too. A damaged backup is of no use: find out whether its disk is failing, then delete the backup.',
  },
  archive: {
    began: 'The archive of the database has stopped',
    ended: 'The archive of the database works again',
    advice:
      'The shop keeps selling. If its machine were lost now, everything since then would be lost, too. Check whether its disk is full, and check the store and its key. On the machine, turare status says what failed.',
  },
} as const;

const idOf = ({ kind, noticedAt }: Incident, what: 'began' | 'ended') =>
  `incident-${what}:${kind}:${noticedAt.toISOString()}`;

/** Returns where the merchant finds out why the site no longer changes. */
const whySo = ({ office }: Merchant): Words =>
  office === null
    ? `This says why: ${asTyped('publisher', 'status')}`
    : [
        'This says why: ',
        { text: 'The site in the back office', href: `${office}/admin/publications` },
      ];

/**
 * Returns the email to the merchant if payments, publishing, backups or the archive have stopped.
 * @param reason - one sentence, without personal data.
 */
export function incidentBeganEmail(incident: Incident, reason: string, merchant: Merchant): Email {
  const { began, advice } = WORDS[incident.kind];
  return writeEmail({
    id: idOf(incident, 'began'),
    recipient: merchant.recipient,
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
      ...(incident.kind === 'publishing' ? [{ words: whySo(merchant) }] : []),
    ],
    closing: 'You get one more email when it is over.',
  });
}

/** Returns the email to the merchant when it is over. */
export function incidentEndedEmail(incident: Incident, { recipient }: Merchant): Email {
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
