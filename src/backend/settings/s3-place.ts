/** A bucket of an S3-compatible store, or a part of one, and the key to it. */
export interface S3Place {
  /** Its content, as the prefix of its settings. */
  purpose: 'MEDIA_S3' | 'BACKUP_S3';
  /** The address of the store, without a path. */
  endpoint: string;
  bucket: string;
  region: string;
  keyId: string;
  secretKey: string;
  /** The start of every key in the bucket: empty, or with a slash at its end. */
  prefix: string;
  /** Whether the bucket's name is in the path (`https://s3.example/bucket/`) or the host (`https://bucket.s3.example/`). */
  pathStyle: boolean;
}

/** Returns the address of the bucket, with a slash at its end. */
export function bucketAddress({ endpoint, bucket, pathStyle }: S3Place): string {
  const url = new URL(endpoint);
  if (pathStyle) url.pathname = `/${bucket}/`;
  else url.host = `${bucket}.${url.host}`;
  return url.href;
}

/** Names the store in a sentence, without secrets. */
export const nameOf = ({ endpoint, bucket }: S3Place): string =>
  `the S3 bucket ${bucket} at ${new URL(endpoint).host}`;
