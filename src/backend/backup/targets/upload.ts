import { StoreUnavailable } from '#backend/media/objects/object-store.ts';
import { type S3Client, textOf } from '#backend/media/objects/s3-client.ts';

/** Bytes of a part. S3 takes 10,000 parts, so a backup may have 80 GB; two parts are in memory at a time. */
export const PART_BYTES = 8 * 1024 * 1024;

/**
 * Writes an object of any length in parts while it is being made. The store checks the hash of each part, and only a
 * failed part is sent again. The object is there whole or not at all.
 * @returns its bytes.
 */
export async function upload(
  { call }: S3Client,
  key: string,
  source: AsyncIterable<Uint8Array>,
): Promise<number> {
  const parts = inParts(source);
  const first = (await parts.next()).value ?? Buffer.of();
  let next = await parts.next();
  if (next.done) {
    await call('write', { method: 'PUT', key, body: first });
    return first.length;
  }
  const begun = await call('write', { method: 'POST', key, query: { uploads: '' } });
  const uploadId = textOf(begun.bytes.toString(), 'UploadId');
  if (!uploadId) {
    throw new StoreUnavailable('The S3 store takes no uploads in parts.', { needsFix: true });
  }
  try {
    const tags: string[] = [];
    let size = 0;
    const send = async (body: Buffer) => {
      const query = { partNumber: String(tags.length + 1), uploadId };
      const { headers } = await call('write', { method: 'PUT', key, query, body });
      tags.push(headers.get('etag') ?? '');
      size += body.length;
    };
    await send(first);
    for (; !next.done; next = await parts.next()) await send(next.value);
    await complete(call, key, { uploadId, tags }).catch(async (error: unknown) => {
      // The answer may have been lost, and a second try finds no upload any more.
      const { status, headers } = await call('read', { method: 'HEAD', key });
      if (status === 404 || Number(headers.get('content-length')) !== size) throw error;
    });
    return size;
  } catch (error) {
    // What was sent would stay, and cost. A rule of the bucket removes what even this leaves behind.
    await call('remove', { method: 'DELETE', key, query: { uploadId } }).catch(() => {});
    throw error;
  }
}

async function complete(
  call: S3Client['call'],
  key: string,
  { uploadId, tags }: { uploadId: string; tags: readonly string[] },
): Promise<void> {
  const parts = tags.map(
    (tag, place) => `<Part><PartNumber>${place + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
  );
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const { bytes } = await call('write', { method: 'POST', key, query: { uploadId }, body });
  // S3 may answer 200 before it has put the parts together, and then say that it could not.
  if (/<Error>/.test(bytes.toString())) {
    throw new StoreUnavailable('The S3 store could not put the parts of the upload together.', {
      needsFix: false,
    });
  }
}

async function* inParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let part = Buffer.allocUnsafe(PART_BYTES);
  let used = 0;
  for await (const chunk of source) {
    for (let rest = chunk; rest.length > 0; ) {
      const taken = rest.subarray(0, PART_BYTES - used);
      part.set(taken, used);
      used += taken.length;
      rest = rest.subarray(taken.length);
      if (used < PART_BYTES) continue;
      yield part;
      part = Buffer.allocUnsafe(PART_BYTES);
      used = 0;
    }
  }
  if (used > 0) yield part.subarray(0, used);
}
