import * as z from 'zod';
import { isPublicAddress } from '#config/web-address.ts';
import type { S3Place } from './s3-place.ts';

/** The settings of a bucket, each after the prefix for its content: `MEDIA_S3_BUCKET`, `BACKUP_S3_BUCKET`. */
const fields = {
  /** The store's address without a path, such as https://s3.eu-central-1.amazonaws.com. */
  ENDPOINT: z.string().optional(),
  BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be the name of a bucket, such as shop-pictures',
    )
    .optional(),
  /** Amazon and some others have regions; stores without regions accept this one. */
  REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be the name of a region, such as eu-central-1')
    .default('us-east-1'),
  KEY_ID: z.string().optional(),
  SECRET_KEY: z.string().optional(),
  /** A folder in a bucket that holds other things, too. */
  PREFIX: z
    .string()
    .regex(
      /^[\w.-]+(\/[\w.-]+)*\/?$/,
      'must be a path of letters, digits, . - and _, such as shop/media',
    )
    .transform((path) => `${path.replace(/\/$/, '')}/`)
    .optional(),
  PATH_STYLE: z.enum(['on', 'off'], 'must be on or off').default('on'),
};
type Fields = typeof fields;
type Given = z.output<z.ZodObject<Fields>>;
type Purpose = S3Place['purpose'];
type Shape<P extends Purpose> = { [Name in keyof Fields as `${P}_${Name}`]: Fields[Name] };

/** The content of a bucket, by the prefix of its settings. */
export const CONTENTS: Record<Purpose, string> = { MEDIA_S3: 'pictures', BACKUP_S3: 'backups' };

const NEEDED = ['ENDPOINT', 'BUCKET', 'KEY_ID', 'SECRET_KEY'] as const;
const meaningOf = (name: (typeof NEEDED)[number], contents: string): string =>
  ({
    ENDPOINT: 'the address of the store, such as https://s3.eu-central-1.amazonaws.com',
    BUCKET: `the bucket for ${contents}`,
    KEY_ID: 'the id of a key that may read, write, remove and list there',
    SECRET_KEY: 'the secret of that key',
  })[name];

/** Returns the settings of a bucket, for the schema of all settings. */
export const s3Shape = <P extends Purpose>(purpose: P): Shape<P> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [`${purpose}_${name}`, field]),
  ) as Shape<P>;

const givenFor = (purpose: Purpose, settings: object): Given =>
  Object.fromEntries(
    Object.keys(fields).map((name) => [
      name,
      (settings as Record<string, unknown>)[`${purpose}_${name}`],
    ]),
  ) as Given;

/** Returns what is wrong with the settings of a bucket; a message has no full stop. */
export function s3Faults(
  purpose: Purpose,
  settings: { SHOP_MODE: string },
): { path: [string]; message: string }[] {
  const given = givenFor(purpose, settings);
  if (!NEEDED.some((name) => given[name] !== undefined)) return [];
  const contents = CONTENTS[purpose];
  const faults = NEEDED.filter((name) => given[name] === undefined).map((name) => ({
    path: [`${purpose}_${name}`] as [string],
    message: `is needed for ${contents} in an S3 store: ${meaningOf(name, contents)}`,
  }));
  const fault = given.ENDPOINT && endpointFault(purpose, given.ENDPOINT, settings.SHOP_MODE);
  if (fault) faults.push({ path: [`${purpose}_ENDPOINT`], message: fault });
  return faults;
}

function endpointFault(purpose: Purpose, address: string, mode: string): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return 'must be a web address (http:// or https://)';
  }
  if (url.username || url.password) {
    return `must have no name and no password: write them into ${purpose}_KEY_ID and ${purpose}_SECRET_KEY`;
  }
  if (url.pathname !== '/' || url.search || url.hash) {
    return `must be an address without a path: the bucket goes into ${purpose}_BUCKET, a folder in it into ${purpose}_PREFIX`;
  }
  if (mode === 'production' && url.protocol === 'http:' && isPublicAddress(address)) {
    return 'must begin with https:// in production, unless the store is in your own network';
  }
  return null;
}

/** Returns the bucket of the settings; null if they name none. */
export function placeFor(purpose: Purpose, settings: object): S3Place | null {
  const {
    ENDPOINT: endpoint,
    BUCKET: bucket,
    KEY_ID: keyId,
    SECRET_KEY: secretKey,
    REGION: region,
    PREFIX: prefix = '',
    PATH_STYLE: style,
  } = givenFor(purpose, settings);
  if (!endpoint || !bucket || !keyId || !secretKey) return null;
  return {
    purpose,
    endpoint,
    bucket,
    keyId,
    secretKey,
    region,
    prefix,
    pathStyle: style === 'on',
  };
}
