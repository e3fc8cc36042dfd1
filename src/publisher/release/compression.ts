import { writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { isDelta } from '#server/dictionary.ts';

const TEXT = /\.(html|css|js|svg|xml|json|txt|webmanifest|csv|jsonl)$/;
/** Compressing a smaller file saves nothing that a shopper would notice (bytes). */
const SMALLEST = 600;
/**
 * Files that change with every price. At level 7 a product page is 11 % larger than at the best level and takes an
 * eightieth of the time.
 */
const OFTEN = /\.(html|xml|csv|jsonl)$/;
const OFTEN_LEVEL = 7;
const GZIP_LEVEL = 7;
/**
 * Feeds and sitemaps of large shops (bytes) change with every price, and machines read them once a day. At these levels a feed
 * of 38 MB takes 0.3 s instead of 0.8. Its .gz is 13 % larger.
 */
const LARGE = 1_000_000;
const LARGE_LEVELS = { brotli: 4, gzip: 1 };

/** The endings of the compressed forms beside a text file. A page has a third one (dictionary.ts). */
export const COMPRESSED = ['.br', '.gz'] as const;

/** Whether a file is the compressed form of another one. */
export const isCompressed = (path: string) =>
  isDelta(path) || COMPRESSED.some((ending) => path.endsWith(ending));

const brotliLevel = (path: string, { length }: Uint8Array) => {
  if (!OFTEN.test(path)) return constants.BROTLI_MAX_QUALITY;
  return length > LARGE ? LARGE_LEVELS.brotli : OFTEN_LEVEL;
};

const brotli = (path: string, content: Uint8Array) =>
  brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliLevel(path, content),
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });

/** Whether a file has compressed forms. */
export const isWorthIt = (path: string, content: Uint8Array) =>
  TEXT.test(path) && content.length >= SMALLEST;

/** The bytes that most readers download for a file. */
export const wireSize = (path: string, content: Uint8Array): number =>
  isWorthIt(path, content) ? brotli(path, content).length : content.length;

/**
 * Writes a .br and a .gz beside a text file that is large enough. Call it in a worker thread: Node's asynchronous calls
 * take several times as long, and they use the threads that write the pages.
 * @returns the bytes that most readers download.
 */
export function compressBeside(path: string, content: Uint8Array): number {
  if (!isWorthIt(path, content)) return content.length;
  const br = brotli(path, content);
  writeFileSync(`${path}.br`, br);
  const level = content.length > LARGE ? LARGE_LEVELS.gzip : GZIP_LEVEL;
  writeFileSync(`${path}.gz`, gzipSync(content, { level }));
  return br.length;
}
