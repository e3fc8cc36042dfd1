import { writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = /\.(html|css|js|svg|xml|json|txt|webmanifest|csv|jsonl)$/;
/** The least bytes to compress. Compressing smaller files saves nothing that a shopper would notice. */
const SMALLEST = 600;
/** Files that change with every price. At level 7 a product page is 11 % larger than at the best, in 1/80 of the time. */
const OFTEN = /\.(html|xml|csv|jsonl)$/;
const OFTEN_LEVEL = 7;
const GZIP_LEVEL = 7;
/**
 * Feeds and sitemaps of large shops (bytes) change with every price, and machines read them once a day. They have a .gz of
 * this level and no .br: a feed of 38 MB takes 0.2 s instead of 0.8.
 */
const FEED = /\.(xml|csv|jsonl)$/;
const LARGE = 1_000_000;
const LARGE_LEVEL = 1;

/** The endings of the compressed forms beside a text file. */
export const COMPRESSED = ['.br', '.gz'] as const;

/** Whether a file is the compressed form of another one. */
export const isCompressed = (path: string) => COMPRESSED.some((ending) => path.endsWith(ending));

const brotli = (path: string, content: Uint8Array) =>
  brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: OFTEN.test(path)
        ? OFTEN_LEVEL
        : constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });

/** Whether a file has compressed forms. */
const isWorthIt = (path: string, content: Uint8Array) =>
  TEXT.test(path) && content.length >= SMALLEST;

/** Returns the bytes that most readers download for a file. */
export const wireSize = (path: string, content: Uint8Array): number =>
  isWorthIt(path, content) ? brotli(path, content).length : content.length;

/**
 * Writes a .br and a .gz beside a text file that is large enough. Call it in a worker thread. Node's asynchronous calls
 * take several times as long, and occupy the threads that write the pages.
 * @returns the bytes that most readers download.
 */
export function compressBeside(path: string, content: Uint8Array): number {
  if (!isWorthIt(path, content)) return content.length;
  if (FEED.test(path) && content.length > LARGE) {
    const gz = gzipSync(content, { level: LARGE_LEVEL });
    writeFileSync(`${path}.gz`, gz);
    return gz.length;
  }
  const br = brotli(path, content);
  writeFileSync(`${path}.br`, br);
  writeFileSync(`${path}.gz`, gzipSync(content, { level: GZIP_LEVEL }));
  return br.length;
}
