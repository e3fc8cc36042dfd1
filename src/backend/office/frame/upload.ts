import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { keepable } from '#domain/text.ts';

/** Fields beside a file, and the bytes of each: those that every form has, and a few more. */
const MOST_FIELDS = 20;
const MOST_FIELD_BYTES = 4096;

/** A file as it comes over the network. */
export interface ArrivingFile {
  /** As the browser names it. */
  name: string;
  /** Throws when the connection breaks off. Whoever stops reading leaves the rest, which is then thrown away. */
  bytes: AsyncIterable<Uint8Array>;
}

/** A form whose file is still on its way. */
export interface ArrivingForm {
  /** The fields before the file. */
  fields: FormData;
  /** Null if none was chosen. */
  file: ArrivingFile | null;
  /** Throws away what nobody has read, so that the browser comes to the end of its request and reads the answer. */
  discard(): void;
}

/**
 * Reads a form up to its file, which is the last field and is read as it comes: it may be larger than the memory.
 * @throws Error for a body that is no such form.
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
    // A stream without a listener would end the process when the connection breaks off.
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
