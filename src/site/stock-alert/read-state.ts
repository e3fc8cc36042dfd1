import { bySchema } from '#contract/reading/by-schema.ts';
import type { Reader } from '#contract/reading/reader.ts';
import { stockAlertAnswer } from '#contract/stock-alert.ts';

const read = bySchema(stockAlertAnswer);

/** Reads the outcome of a request. */
export const readState: Reader<string> = (answer, at) => read(answer, at).state;
