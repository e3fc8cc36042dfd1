import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { correctAll, type Node, partOf } from './corrections.ts';
import { toJsonSchema } from './json-schema.ts';

/** Returns the faults of a value; empty if it matches the description. */
type Check = (value: unknown) => string[];

/** Checks made from Paystack's own corrected description of its API. */
export interface Description {
  version: string;
  /** The corrections, one line each. */
  corrections: string[];
  /** Returns the check for the JSON body of a request to a call, such as ('POST', '/transaction/initialize'). */
  request(method: string, path: string): Check;
  answer(method: string, path: string, status: number): Check;
}

/**
 * Reads the OpenAPI file's text.
 * @throws Error with a sentence to show, when the file is not OpenAPI or a correction no longer fits.
 */
export function readDescription(text: string): Description {
  const file = parse(text) as Node;
  if (!/^3\.0\./.test(String(file?.openapi))) {
    throw new Error('This is not an OpenAPI 3.0 file. Give the path of Paystack’s paystack.yaml.');
  }
  const corrections = correctAll(file);
  // Not strict, because OpenAPI has its own keywords. The checked parts use no formats.
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: 'paystack', components: toJsonSchema(file.components) });

  const check = (holder: Node): Check => {
    const { $ref } = partOf(holder, ['content', 'application/json', 'schema']);
    const validate = ajv.compile({ $ref: `paystack${$ref}` });
    return (value) => {
      if (validate(value)) return [];
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) =>
          `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
      );
    };
  };
  const call = (method: string, path: string) => ['paths', path, method.toLowerCase()];

  return {
    version: String(file.openapi),
    corrections,
    request: (method, path) => check(partOf(file, [...call(method, path), 'requestBody'])),
    answer(method, path, status) {
      const answer = partOf(file, [...call(method, path), 'responses', String(status)]);
      const { $ref } = answer;
      return check(typeof $ref === 'string' ? partOf(file, $ref.slice(2).split('/')) : answer);
    },
  };
}
