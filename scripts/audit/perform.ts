import type { Database } from '#backend/db/connect.ts';
import { openPictures } from '#backend/media/objects/open.ts';
import { createPaystack } from '#backend/payments/paystack.ts';
import { type AuditCounts, auditShop } from '#backend/services/audit/audit.ts';
import { auditPayments } from '#backend/services/audit/payments.ts';
import { auditPictures } from '#backend/services/audit/pictures.ts';
import type { Settings } from '#backend/settings.ts';
import { counted, number } from '#domain/words.ts';
import { print } from '#process/console.ts';
import type { Doable } from '#scripts/run-task.ts';
import type { Task } from './arguments.ts';

/** Audits the shop, and prints what is wrong. Returns the exit code: 1 for faults. */
export async function perform(
  db: Database,
  { days }: Doable<Task>,
  settings: Settings,
): Promise<number> {
  const shop = await auditShop(db, settings);
  const pictures = await auditPictures(db, openPictures(settings));
  const payments = days === null ? null : await askPaystack(db, days, settings);
  const violations = [...shop.violations, ...pictures, ...(payments?.violations ?? [])];
  const checked = summarize(shop.counts, payments?.asked ?? null);
  if (violations.length === 0) {
    console.log(`Nothing wrong: ${checked}.`);
    return 0;
  }
  await print(violations.map(({ line }) => `${line}\n`));
  console.error(
    `${violations.length === 1 ? '1 fault' : `${violations.length} faults`} among ${checked}.`,
  );
  return 1;
}

function askPaystack(db: Database, days: number, settings: Settings) {
  const paystack = createPaystack({
    secretKey: settings.PAYSTACK_SECRET_KEY,
    baseUrl: settings.PAYSTACK_URL,
    allowedHosts: settings.PAYSTACK_PAGE_HOSTS,
  });
  return auditPayments(db, paystack, { days });
}

function summarize(counts: AuditCounts, asked: number | null): string {
  return [
    counted(counts.products, 'product'),
    counted(counts.movements, 'stock movement'),
    `${counted(counts.orders, 'order')} (${number(counts.paid)} paid, ${number(counts.pending)} pending)`,
    counted(counts.emails, 'email'),
    ...(asked === null ? [] : [`${counted(asked, 'payment')} at Paystack`]),
  ].join(', ');
}
