import * as z from 'zod/mini';
import { text } from './values.ts';

/** An order to change, and the secret of its link (extension order.shared); '' for the signed-in customer. */
export const ownOrderParams = z.object({
  id: text(100),
  key: z.string().check(z.maxLength(100)),
});
export type OwnOrder = z.infer<typeof ownOrderParams>;
