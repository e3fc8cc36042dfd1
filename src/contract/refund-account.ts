import * as z from 'zod/mini';
import { seen } from '#domain/text.ts';
import { naira } from './values.ts';

/** Extension refund.account: the secret of a link in an email. */
export const refundAccountParams = z.object({
  key: z.string().check(z.regex(/^[\w-]{16,100}$/)),
});

const NUMBER_WRONG = 'Enter the ten digits of the account number';

/** The account that a refund should go to. */
export const bankAccount = z.object({
  /** The id of a bank in `refundAccount.banks`. */
  bank: z.string('Choose your bank').check(z.minLength(1, 'Choose your bank'), z.maxLength(40)),
  /** Ten digits. Spaces and hyphens are left out. */
  number: z.string(NUMBER_WRONG).check(
    z.overwrite((typed: string) => seen(typed).replace(/[\s-]/g, '')),
    z.regex(/^\d{10}$/, NUMBER_WRONG),
  ),
});

/** A refund that needs a bank account, as the page of its link shows it. */
export const refundAccount = z.object({
  /** `open`: an account can be named. `sending`: the provider has not confirmed one yet. `sent`: the money goes there. */
  state: z.enum(['open', 'sending', 'sent']),
  /** The number of the order: 3M7F2. */
  order: z.string(),
  amount: naira,
  /** The banks to choose from. Empty unless `open`. */
  banks: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The account that was named: the name of its bank, and its last four digits. Null if none was. */
  account: z.nullable(z.object({ bank: z.string(), lastDigits: z.string() })),
});
export type RefundAccount = z.infer<typeof refundAccount>;

/** The holder's name, as the bank has it. */
export const accountHolder = z.object({ name: z.string() });
