import * as z from 'zod/mini';

const event = z.object({ data: z.object({ id: z.union([z.string(), z.number()]) }) });

/** The id of the object that a webhook is about, as text. Null when it has none. Paystack's events have no id. */
export function readEventId(body: Uint8Array): string | null {
  const read = event.safeParse(JSON.parse(new TextDecoder().decode(body)));
  return read.success ? String(read.data.data.id).replaceAll('\u0000', '').slice(0, 200) : null;
}
