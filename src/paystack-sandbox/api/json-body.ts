import type { Context } from 'hono';
import type * as z from 'zod';

/** The parsed body of a request. Null, which no schema accepts, if it is not JSON. */
export const jsonOf = (c: Context): Promise<unknown> => c.req.json().catch(() => null);

/** Returns the faults of a body in one line, with the name of each field. */
export const faultsOf = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; ');
