import type { Part } from '#backend/mail/draft.ts';
import { productWithCode } from '#config/paths.ts';
import type { Order } from '#contract/order.ts';
import { sampleCodeWords } from '#domain/promotions/words.ts';

export type SampleCode = NonNullable<Order['sampleCodes']>[number];

/** Returns the discounts from the samples of an order, with links to the bottles that carry the codes. */
export const sampleParts = ({
  site,
  sampleCodes,
}: {
  site: string;
  sampleCodes: readonly SampleCode[];
}): Part[] =>
  sampleCodes.length === 0
    ? []
    : [
        {
          words:
            'The price of a sample comes off its bottle. Each code counts once, for your account or this email address.',
        },
        { facts: sampleCodes.map((each) => [each.code, sampleCodeWords(each)]) },
        ...sampleCodes.map((each) => ({
          words: [{ text: `See ${each.name}`, href: `${site}${productWithCode(each)}` }],
        })),
      ];
