import * as z from 'zod/mini';
import { Mismatch, type Reader } from './reader.ts';

/** Returns a reader of answers that only backends with these extensions give: nothing is adapted. */
export const bySchema =
  <S extends z.ZodMiniType>(schema: S): Reader<z.output<S>> =>
  (value, { field, notes }) => {
    const parsed = z.safeParse(schema, value);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const path = [field, ...(issue?.path ?? []).map(String)].filter(Boolean).join('.');
    const inner = (issue?.path ?? []).reduce<unknown>(
      (outer, key) => (Object(outer) as Record<PropertyKey, unknown>)[key],
      value,
    );
    throw new Mismatch(inner, { field: path, notes }, 'what the contract describes');
  };
