import { describe, expect, it } from 'vitest';
import { faultsOf } from './faults.harness.ts';
import { s3PlaceOf } from './media-settings.ts';
import { bucketAddress } from './s3-place.ts';
import { readSettings } from './settings.ts';

const S3 = {
  MEDIA_S3_ENDPOINT: 'https://s3.eu-central-1.amazonaws.com',
  MEDIA_S3_BUCKET: 'shop-pictures',
  MEDIA_S3_KEY_ID: 'key',
  MEDIA_S3_SECRET_KEY: 'secret',
};
const placeOf = (env: Record<string, string>) => s3PlaceOf(readSettings(env));

describe('the place of pictures', () => {
  it('is the data folder unless a bucket is set; an empty setting is absent', () => {
    expect(placeOf({})).toBeNull();
    expect(placeOf({ MEDIA_S3_ENDPOINT: '', MEDIA_S3_BUCKET: '' })).toBeNull();
  });

  it('is a bucket, named in the path or in the host, or a folder in it', () => {
    const place = placeOf(S3);
    expect(place).toMatchObject({ region: 'us-east-1', prefix: '', pathStyle: true });
    expect(place && bucketAddress(place)).toBe(
      'https://s3.eu-central-1.amazonaws.com/shop-pictures/',
    );
    const other = placeOf({ ...S3, MEDIA_S3_PATH_STYLE: 'off', MEDIA_S3_PREFIX: 'shop/media' });
    expect(other && bucketAddress(other)).toBe(
      'https://shop-pictures.s3.eu-central-1.amazonaws.com/',
    );
    expect(other?.prefix).toBe('shop/media/');
  });

  it('names all that is missing or wrong in one message', () => {
    expect(faultsOf({ MEDIA_S3_KEY_ID: 'key' })).toEqual([
      expect.stringMatching(/^MEDIA_S3_ENDPOINT is needed for pictures in an S3 store: /),
      expect.stringMatching(/^MEDIA_S3_BUCKET is needed/),
      expect.stringMatching(/^MEDIA_S3_SECRET_KEY is needed/),
    ]);
    const wrong = {
      MEDIA_S3_BUCKET: 'Not a bucket',
      MEDIA_S3_REGION: 'eu central',
      MEDIA_S3_PREFIX: '/media',
      MEDIA_S3_PATH_STYLE: 'yes',
    };
    const faults = faultsOf({ ...S3, ...wrong });
    for (const name of Object.keys(wrong)) {
      expect(faults).toContainEqual(expect.stringMatching(`^${name} must be `));
    }
  });

  it.each([
    ['s3.amazonaws.com', /must be a web address/],
    ['ftp://s3.example', /must be a web address/],
    ['https://s3.example/bucket', /without a path: the bucket goes into MEDIA_S3_BUCKET/],
    ['https://key:secret@s3.example', /no name and no password/],
  ])('refuses the address %s', (MEDIA_S3_ENDPOINT, sentence) => {
    expect(faultsOf({ ...S3, MEDIA_S3_ENDPOINT })).toEqual([expect.stringMatching(sentence)]);
  });

  it('is reached by https in production, except in the shop’s own network', () => {
    const production = {
      SHOP_MODE: 'production',
      SITE_URL: 'https://turare.ng',
      PAYSTACK_SECRET_KEY: 'sk_live_something',
      ORDER_SEAL_KEY: 'seal'.repeat(8),
      SMTP_URL: 'smtps://user:password@mail.turare.ng',
      MERCHANT_EMAIL: 'orders@turare.ng',
    };
    const at = (MEDIA_S3_ENDPOINT: string) => faultsOf({ ...production, ...S3, MEDIA_S3_ENDPOINT });
    expect(at('http://s3.turare.ng')).toEqual([expect.stringMatching(/must begin with https:/)]);
    expect(at('http://10.0.0.5:9000')).toEqual([]);
    expect(at('http://minio:9000')).toEqual([]);
    expect(at('https://s3.turare.ng')).toEqual([]);
  });
});
