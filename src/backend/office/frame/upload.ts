import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { keepable } from '#domain/text.ts';

/** The most fields beside a file, and the most bytes of each. Every form has some, and an upload a few more. */
const MOST_FIELDS = 20;
const MOST_FIELD_BYTES = 4096;

/** A file that is arriving over the network. */
export interface ArrivingFile {
  /** The browser's name for it. */
  name: string;
  /** Throws if the connection is lost. If a reader stops early, the rest is discarded. */
  bytes: AsyncIterable<Uint8Array>;
}

export interface ArrivingForm {
  fields: FormData;
  /** Null if none was chosen. */
  file: ArrivingFile | null;
  /** Discards unread bytes, so that the browser finishes its request and reads the answer. */
  discard(): void;
}

/**
 * Reads a form up to its file, which is the last field. The file is read while it arrives, because it may be larger than
 * the memory.
 * @throws Error for a body that is not such a form.
 */
export async function readArriving(request: Request): Promise<ArrivingForm> {
  const type = request.headers.get('content-type') ?? '';
  if (!request.body) throw new Error('The form has no body.');
  const fields = new FormData();
  const parser = new Busboy({
    headers: { 'content-type': type },
    limits: { fields: MOST_FIELDS, fieldSize: MOST_FIELD_BYTES, files: 1 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<ArrivingForm>();
  let file: BusboyFileStream | undefined;
  parser.on('field', (name, value) => fields.append(keepable(name), keepable(value)));
  parser.on('file', (_field, stream, name) => {
    file = stream;
    // A stream without a listener would end the process on a lost connection.
    stream.on('error', () => {});
    const bytes = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    resolve({
      fields,
      file: name === '' ? null : { name: keepable(name), bytes },
      discard: () => stream.resume(),
    });
  });
  parser.on('finish', () => resolve({ fields, file: null, discard: () => {} }));
  const body = Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]);
  pipeline(body, parser).catch((error: Error) => {
    file?.destroy(error);
    reject(error);
  });
  return promise;
}
