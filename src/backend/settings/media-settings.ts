import * as z from 'zod';
import { isPublicAddress } from '#config/web-address.ts';
import type { S3Place } from './s3-place.ts';

/** The settings of a bucket for pictures. Without MEDIA_S3_BUCKET the pictures are in DATA_DIR. */
export const mediaShape = {
  /** The store's address without a path, such as https://s3.eu-central-1.amazonaws.com. */
  MEDIA_S3_ENDPOINT: z.string().optional(),
  MEDIA_S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be the name of a bucket, such as shop-pictures',
    )
    .optional(),
  /** Amazon's and some others' have one; stores without regions accept this one. */
  MEDIA_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be the name of a region, such as eu-central-1')
    .default('us-east-1'),
  MEDIA_S3_KEY_ID: z.string().optional(),
  MEDIA_S3_SECRET_KEY: z.string().optional(),
  /** A folder in the bucket, for a bucket that holds other things, too. */
  MEDIA_S3_PREFIX: z
    .string()
    .regex(
      /^[\w.-]+(\/[\w.-]+)*\/?$/,
      'must be a path of letters, digits, . - and _, such as shop/media',
    )
    .transform((path) => `${path.replace(/\/$/, '')}/`)
    .optional(),
  MEDIA_S3_PATH_STYLE: z.enum(['on', 'off'], 'must be on or off').default('on'),
};

const shape = z.object(mediaShape);
type Given = z.output<typeof shape>;

const NEEDED = {
  MEDIA_S3_ENDPOINT: 'the address of the store, such as https://s3.eu-central-1.amazonaws.com',
  MEDIA_S3_BUCKET: 'the bucket for pictures',
  MEDIA_S3_KEY_ID: 'the id of a key that may read, write, remove and list there',
  MEDIA_S3_SECRET_KEY: 'the secret of that key',
} as const;
const NAMES = Object.keys(NEEDED) as (keyof typeof NEEDED)[];

/** What is wrong with the settings of the bucket; a message has no full stop. */
export function mediaFaults(
  given: Given & { SHOP_MODE: string },
): { path: [string]; message: string }[] {
  const isGiven = NAMES.some((name) => given[name] !== undefined);
  if (!isGiven) return [];
  const missing = NAMES.filter((name) => given[name] === undefined);
  const faults = missing.map((name) => ({
    path: [name] as [string],
    message: `is needed for pictures in an S3 store: ${NEEDED[name]}`,
  }));
  const fault = given.MEDIA_S3_ENDPOINT && endpointFault(given.MEDIA_S3_ENDPOINT, given.SHOP_MODE);
  if (fault) faults.push({ path: ['MEDIA_S3_ENDPOINT'], message: fault });
  return faults;
}

function endpointFault(address: string, mode: string): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return 'must be a web address (http:// or https://)';
  }
  if (url.username || url.password) {
    return 'must have no name and no password: write them into MEDIA_S3_KEY_ID and MEDIA_S3_SECRET_KEY';
  }
  if (url.pathname !== '/' || url.search || url.hash) {
    return 'must be an address without a path: the bucket goes into MEDIA_S3_BUCKET, a folder in it into MEDIA_S3_PREFIX';
  }
  if (mode === 'production' && url.protocol === 'http:' && isPublicAddress(address)) {
    return 'must begin with https:// in production, unless the store is in your own network';
  }
  return null;
}

/** The bucket of the settings; null if pictures are in the data folder. */
export function s3PlaceOf(settings: Given): S3Place | null {
  const {
    MEDIA_S3_ENDPOINT: endpoint,
    MEDIA_S3_BUCKET: bucket,
    MEDIA_S3_KEY_ID: keyId,
    MEDIA_S3_SECRET_KEY: secretKey,
  } = settings;
  if (!endpoint || !bucket || !keyId || !secretKey) return null;
  return {
    endpoint,
    bucket,
    keyId,
    secretKey,
    region: settings.MEDIA_S3_REGION,
    prefix: settings.MEDIA_S3_PREFIX ?? '',
    pathStyle: settings.MEDIA_S3_PATH_STYLE === 'on',
  };
}
