import { openPictures } from '#backend/media/objects/open.ts';
import { createPaystack } from '#backend/payments/paystack.ts';
import { type AuditCounts, auditShop } from '#backend/services/audit/audit.ts';
import { auditPayments } from '#backend/services/audit/payments.ts';
import { auditPictures } from '#backend/services/audit/pictures.ts';
import { print, runCommand } from '#process/console.ts';
import { counted, number } from '#scripts/words.ts';
import { withShopDatabase } from '#shop/database.ts';
import { readShopSettings } from '#shop/settings.ts';
import { readArguments, USAGE } from './arguments.ts';

/** npm run audit */
await runCommand(async () => {
  const task = readArguments(process.argv.slice(2));
  if (task.command === 'usage') {
    console.log(USAGE);
    return 0;
  }
  if (task.command === 'wrong') throw new Error(task.sentence);
  const { backend: settings } = readShopSettings(process.env);
  const { days } = task;
  const { violations, counts, asked } = await withShopDatabase(
    settings,
    async (db) => {
      const shop = await auditShop(db, settings);
      const pictures = await auditPictures(db, openPictures(settings));
      const audit = { ...shop, violations: [...shop.violations, ...pictures] };
      if (days === null) return { ...audit, asked: null };
      const paystack = createPaystack({
        secretKey: settings.PAYSTACK_SECRET_KEY,
        baseUrl: settings.PAYSTACK_URL,
        allowedHosts: settings.PAYSTACK_PAGE_HOSTS,
      });
      const payments = await auditPayments(db, paystack, { days });
      return {
        ...audit,
        violations: [...audit.violations, ...payments.violations],
        asked: payments.asked,
      };
    },
    { asItIs: true },
  );
  const checked = summarize(counts, asked);
  if (violations.length === 0) {
    console.log(`Nothing wrong: ${checked}.`);
    return 0;
  }
  await print(violations.map(({ line }) => `${line}\n`));
  console.error(
    `${violations.length === 1 ? '1 fault' : `${violations.length} faults`} among ${checked}.`,
  );
  return 1;
});

function summarize(counts: AuditCounts, asked: number | null): string {
  return [
    counted(counts.products, 'product'),
    counted(counts.movements, 'stock movement'),
    `${counted(counts.orders, 'order')} (${number(counts.paid)} paid, ${number(counts.pending)} pending)`,
    counted(counts.emails, 'email'),
    ...(asked === null ? [] : [`${counted(asked, 'payment')} at Paystack`]),
  ].join(', ');
}
