import { TRANSACTION_STATUSES } from '#backend/paystack/transaction.ts';

/** A part of a JSON document. */
export type Node = { [key: string]: unknown };

/** A place where Paystack's file is wrong or says less than its documentation, with its correction. */
export interface Correction {
  /** The path of the part in the file. */
  at: readonly string[];
  why: string;
  /** Changes that part. @throws Error when the file no longer has the fault. */
  correct(part: Node): void;
}

const schema = (name: string, ...more: string[]) => ['components', 'schemas', name, ...more];
const need = (holds: boolean) => {
  if (!holds) throw new Error('the file no longer has the fault');
};
const requires = (...names: string[]) => ({
  why: 'names no required field, so that {} would pass',
  correct(part: Node) {
    need(part.required === undefined);
    part.required = names;
  },
});
const always = (name: string, value: boolean): Correction => ({
  at: schema(name, 'properties', 'status'),
  why: `any boolean would pass; this answer says ${value}`,
  correct(part) {
    need(part.const === undefined);
    part.const = value;
  },
});

/** The corrections of PaystackOSS/openapi @ 9678dea. json-schema.ts handles `nullable`. */
export const CORRECTIONS: readonly Correction[] = [
  {
    at: schema('Error', 'properties'),
    why: 'the enum of code lists the values of type; codes are words such as transaction_not_found',
    correct({ code, type }) {
      const [wrong, right] = [code as Node, type as Node];
      need(Array.isArray(wrong.enum) && wrong.enum.includes('validation_error'));
      right.enum = wrong.enum;
      delete wrong.enum;
    },
  },
  { at: schema('Error'), ...requires('status', 'message') },
  { at: schema('TransactionInitializeBadRequestModel'), ...requires('status', 'message') },
  always('Error', false),
  always('TransactionInitializeBadRequestModel', false),
  always('TransactionInitializeResponse', true),
  always('VerifyResponse', true),
  always('RefundCreateResponse', true),
  always('RefundListResponse', true),
  {
    at: schema('VerifyResponse', 'properties', 'data', 'properties', 'status'),
    why: 'any text would pass; the documentation (Verify Payments) names eight',
    correct(part) {
      need(part.enum === undefined);
      part.enum = [...TRANSACTION_STATUSES];
    },
  },
  {
    at: schema('VerifyResponse', 'properties', 'data', 'properties', 'channel'),
    why: 'any text would pass; these are the channels that initialize may ask for',
    correct(part) {
      need(part.enum === undefined);
      part.enum = ['card', 'bank', 'ussd', 'qr', 'eft', 'mobile_money', 'bank_transfer'];
    },
  },
  {
    at: schema('TransactionInitialize'),
    why: 'a field that Paystack does not know would pass, a misspelt one too',
    correct(part) {
      need(part.additionalProperties === undefined);
      part.additionalProperties = false;
    },
  },
  {
    at: schema('RefundCreate'),
    why: 'a field that Paystack does not know would pass, a misspelt one too',
    correct(part) {
      need(part.additionalProperties === undefined);
      part.additionalProperties = false;
    },
  },
  {
    at: ['paths', '/refund'],
    why: 'has no answer for a refund that is refused; Paystack answers 400 or 404',
    correct(part) {
      const [made, listed] = [part.post, part.get] as { responses: Node }[];
      need(made?.responses['400'] === undefined && made?.responses['404'] === undefined);
      const refused = listed?.responses['404'];
      Object.assign(made?.responses ?? {}, { '400': refused, '404': refused });
    },
  },
  {
    at: ['paths', '/transaction/verify/{reference}', 'get', 'responses'],
    why: 'has only 404 for an unknown reference; Paystack answers 400',
    correct(part) {
      need(part['400'] === undefined);
      part['400'] = part['404'];
    },
  },
];

/** Makes the corrections in place. Returns a line for each. @throws Error when a correction no longer fits. */
export function correctAll(file: Node): string[] {
  return CORRECTIONS.map(({ at, why, correct }) => {
    const name = at.slice(at[0] === 'components' ? 2 : 1).join('.');
    try {
      correct(partOf(file, at));
    } catch (cause) {
      throw new Error(
        `The correction of ${name} does not fit this file. Check whether it is still needed (tests/paystack/corrections.ts).`,
        { cause },
      );
    }
    return `${name}: ${why}`;
  });
}

/** Returns the object at a path. @throws Error when there is none. */
export function partOf(file: Node, path: readonly string[]): Node {
  let part: unknown = file;
  for (const step of path) part = (part as Node | undefined)?.[step];
  if (typeof part !== 'object' || part === null)
    throw new Error(`no ${path.join('.')} in the file`);
  return part as Node;
}
