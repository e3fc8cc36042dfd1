import { writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = /\.(html|css|js|svg|xml|json|txt|webmanifest)$/;
/** Smaller files gain nothing that a shopper would notice. */
const SMALLEST = 600;
/** What changes with every price: level 7 makes a product's page 11 % larger than the best, in an eightieth of the time. */
const OFTEN = /\.(html|xml)$/;
const OFTEN_LEVEL = 7;
const GZIP_LEVEL = 7;

/** The endings of what lies beside a text file for readers who take it compressed. */
export const ENCODED = ['.br', '.gz'] as const;

const isCompressed = (path: string, content: Uint8Array) =>
  TEXT.test(path) && content.length >= SMALLEST;

const paramsOf = (path: string, content: Uint8Array) => ({
  [constants.BROTLI_PARAM_QUALITY]: OFTEN.test(path) ? OFTEN_LEVEL : constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
});

/** Bytes of a file as most readers would get it. */
export const wireSize = (path: string, content: Uint8Array): number =>
  isCompressed(path, content)
    ? brotliCompressSync(content, { params: paramsOf(path, content) }).length
    : content.length;

/**
 * Lays a .br and a .gz beside a file, if it is text and worth it. To be done in a thread of its own: Node's asynchronous
 * calls would take several times as long, and from the threads that write the pages.
 * @returns bytes as most readers get it.
 */
export function compressBeside(path: string, content: Uint8Array): number {
  if (!isCompressed(path, content)) return content.length;
  const br = brotliCompressSync(content, { params: paramsOf(path, content) });
  writeFileSync(`${path}.br`, br);
  writeFileSync(`${path}.gz`, gzipSync(content, { level: GZIP_LEVEL }));
  return br.length;
}
