import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { UCP_VERSION } from '#contract/ucp.ts';
import { filesBelow } from '#process/files.ts';

/** Returns the faults of a value; empty if it matches. */
export type Check = (value: unknown) => string[];

/** The published schemas of both protocols. Neither is part of this repository. */
export interface Published {
  /** Checks by the path of a schema of UCP, such as 'shopping/checkout.json'. */
  ucp: (schema: string) => Check;
  /** A line of ACP's product feed. */
  feedLine: Check;
}

const newAjv = () => {
  // Not strict, because both have their own keywords.
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  ajv.addFormat('uri', (text: string) => URL.canParse(text));
  ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)));
  return ajv;
};

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

/**
 * Reads the folder `source` of github.com/Universal-Commerce-Protocol/ucp and the file schema.feed.json of
 * github.com/agentic-commerce-protocol/agentic-commerce-protocol.
 * @throws Error with a sentence to show, when they are not that.
 */
export function readPublished(ucpFolder: string, acpFile: string): Published {
  const ucp = newAjv();
  const schemas = join(ucpFolder, 'schemas');
  for (const file of schemaFiles(schemas)) ucp.addSchema(read(join(schemas, file)));
  const acp = newAjv();
  const feed = read(acpFile);
  if (!feed.$defs) throw new Error(`${acpFile} is not ACP’s schema.feed.json.`);
  acp.addSchema(feed, 'feed');
  return {
    ucp: (schema) => checkOf(ucp.compile({ $ref: `https://ucp.dev/schemas/${schema}` })),
    feedLine: checkOf(acp.compile({ $ref: 'feed#/$defs/Product' })),
  };
}

function schemaFiles(folder: string): string[] {
  try {
    return filesBelow(folder).filter((file) => file.endsWith('.json'));
  } catch (cause) {
    throw new Error(`${folder} cannot be read: give the folder source of UCP ${UCP_VERSION}.`, {
      cause,
    });
  }
}

const checkOf =
  (validate: ValidateFunction): Check =>
  (value) =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(
          ({ instancePath, message, params }) =>
            `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
        );
