import type { AuditCounts } from '#backend/audit/audit.ts';
import { counted, number } from '#domain/words.ts';
import { print } from '#process/console.ts';
import { partsForProviders } from '#scripts/asking-providers.ts';
import { type CommandContext, defineCommand, task } from '#scripts/command-line.ts';

/** npm run audit */
export const command = defineCommand({
  name: 'audit',
  tasks: {
    '': task({
      options: {
        'ask-paystack': {
          help: 'also asks the provider about the orders of the last 7 days (or --days <n>), four per second, and about payments without an order',
        },
        days: { value: '<n>' },
      },
      help: 'Checks that stock, orders, payments and emails agree and that each picture is there, also while the shop sells. It changes nothing. Prints a line for each fault, and then ends with exit code 1.',
      database: 'reads',
      does: ({ options: { 'ask-paystack': ask, days } }) => {
        if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days)) {
          throw new Error(`--days takes a number of days from 1 to 9999, and was '${days}'`);
        }
        if (days !== undefined && !ask) throw new Error('--days needs --ask-paystack');
        return (shop) => audit(shop, ask ? Number(days ?? 7) : null);
      },
    }),
  },
});

/** Checks the shop. @param days - how far back the provider is asked; null for not at all. */
async function audit({ db, settings }: CommandContext, days: number | null): Promise<number> {
  const { auditShop } = await import('#backend/audit/audit.ts');
  const { auditPictures } = await import('#backend/audit/pictures.ts');
  const { openPictures } = await import('#backend/media/objects/open.ts');
  const shop = await auditShop(db, settings);
  const pictures = await auditPictures(db, openPictures(settings));
  const payments = days === null ? null : await askProviders({ db, settings }, days);
  const violations = [...shop.violations, ...pictures, ...(payments?.violations ?? [])];
  const checked = summarize(shop.counts, payments?.asked ?? null);
  if (violations.length === 0) {
    console.log(`Nothing wrong: ${checked}.`);
    return 0;
  }
  await print(violations.map(({ line }) => `${line}\n`));
  console.error(`${counted(violations.length, 'fault')} among ${checked}.`);
  return 1;
}

async function askProviders(context: CommandContext, days: number) {
  const { auditPayments } = await import('#backend/audit/payments.ts');
  const { auditUnmatched } = await import('#backend/audit/unmatched.ts');
  const { db, providers, settings } = (await partsForProviders(context)).parts;
  const { violations, asked } = await auditPayments(db, providers, { days });
  const unmatched = await auditUnmatched(db, providers, { days, settings });
  return { violations: [...violations, ...unmatched.violations], asked };
}

function summarize(counts: AuditCounts, asked: number | null): string {
  return [
    counted(counts.products, 'product'),
    counted(counts.movements, 'stock movement'),
    `${counted(counts.orders, 'order')} (${number(counts.paid)} paid, ${number(counts.pending)} pending)`,
    counted(counts.emails, 'email'),
    ...(asked === null ? [] : [`${counted(asked, 'payment')} at the provider`]),
  ].join(', ');
}

if (import.meta.main) await command.run();
