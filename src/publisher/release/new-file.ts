import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { leanPolicy } from '#server/page-policy.ts';
import { compressBeside } from './compression.ts';
import { internalLinks } from './links.ts';

/**
 * The kind of a route's content: a page whose content security policy must still be shortened, a text of new and old lines
 * (src/site/catalogue/build/kept-lines.ts), or another file.
 */
export type Kind = 'page' | 'lines' | 'file';

/** A file of a new release, as a message to a thread. */
export interface NewFile {
  /** Its path in the site. */
  file: string;
  /** The content from a route; absent for a file that is in the folder already. */
  content?: ArrayBuffer;
  /** The kind of content; absent without content. */
  kind?: Kind;
  site: string;
  /** The folder of a previous release with the same fingerprint. */
  previous: string | undefined;
  /** The site's origin. */
  origin: string;
  compress: boolean;
}

/** The result for a file. */
export type NewFileFacts =
  /** It equals the one of the previous release and was not written. */
  | { same: true }
  /** The bytes that most readers download, and the linked paths that this thread has not reported yet. */
  | { same: false; bytes: number; links: string[] };

const reported = new Set<string>();
const folders = new Set<string>();

/**
 * Processes a new file in a worker thread (assembly.ts): compares it with the previous release, writes it, finds its links
 * and compresses it. Keeps the shop's own file in place of a page.
 */
function processNewFile(task: NewFile): NewFileFacts {
  const { file, site, previous, origin, compress } = task;
  const path = join(site, file);
  const before = previous === undefined ? undefined : readIfThere(join(previous, file));
  const content = contentOf(task, path, before);
  if (before?.equals(content)) return { same: true };
  if (task.content) {
    makeFolder(dirname(path));
    writeFileSync(path, content);
  }
  const links: string[] = [];
  if (file.endsWith('.html')) {
    for (const link of internalLinks(content.toString('utf8'), origin)) {
      if (reported.has(link)) continue;
      reported.add(link);
      links.push(link);
    }
  }
  return { same: false, bytes: compress ? compressBeside(path, content) : content.length, links };
}

/** Processes some files. A message to a thread costs a third of rendering a page, so it carries several. */
export default (tasks: readonly NewFile[]): NewFileFacts[] => tasks.map(processNewFile);

function contentOf({ content, kind }: NewFile, path: string, before: Buffer | undefined): Buffer {
  if (!content) return readFileSync(path);
  const bytes = Buffer.from(content);
  if (kind === 'page') return Buffer.from(leanPolicy(bytes.toString('latin1')), 'latin1');
  return kind === 'lines' ? textOf(JSON.parse(bytes.toString()), before) : bytes;
}

/** @param pieces - each is a new line, or the number of a line in the file of the previous release. */
function textOf(pieces: readonly (string | number)[], before: Buffer | undefined): Buffer {
  // In Latin-1 a character is a byte, so that no line must be decoded.
  const old = before?.toString('latin1').split('\n') ?? [];
  const lines = pieces.map((piece) => {
    const line = typeof piece === 'string' ? Buffer.from(piece).toString('latin1') : old[piece];
    if (line === undefined)
      throw new Error('A file of the live release is damaged. Publish with --full.');
    return line;
  });
  return Buffer.from(lines.join('\n'), 'latin1');
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function makeFolder(path: string): void {
  if (folders.has(path)) return;
  mkdirSync(path, { recursive: true });
  folders.add(path);
}
