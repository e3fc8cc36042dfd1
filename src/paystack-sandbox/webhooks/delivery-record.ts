import * as z from 'zod/mini';

/** One webhook and every try to deliver it. Times in ms since 1970. */
export const deliveryRecord = z.object({
  id: z.string(),
  event: z.string(),
  reference: z.string(),
  /** The exact text that is signed and sent, the same at each try. */
  body: z.string(),
  state: z.enum(['waiting', 'delivered', 'given_up']),
  attempts: z.array(
    z.object({
      at: z.int(),
      /** HTTP status; null when there was no answer. */
      status: z.nullable(z.int()),
      error: z.nullable(z.string()),
    }),
  ),
});
export type DeliveryRecord = z.infer<typeof deliveryRecord>;
