import { compressBeside } from './compression.ts';
import { internalLinks } from './links.ts';

/** A file that differs from the previous release. */
export interface NewFile {
  /** Its path on disk. The file itself may not be written yet. */
  path: string;
  content: Uint8Array;
  /** The site's origin. */
  origin: string;
  compress: boolean;
}

/** The bytes that most readers download, and the linked paths that this thread has not reported yet. */
export interface NewFileFacts {
  bytes: number;
  links: string[];
}

const reported = new Set<string>();

/** Processes a new file in a worker thread (assembly.ts): finds its links and compresses it. */
export default function processNewFile({ path, content, origin, compress }: NewFile): NewFileFacts {
  const links: string[] = [];
  if (path.endsWith('.html')) {
    for (const link of internalLinks(Buffer.from(content).toString('utf8'), origin)) {
      if (reported.has(link)) continue;
      reported.add(link);
      links.push(link);
    }
  }
  return { bytes: compress ? compressBeside(path, content) : content.length, links };
}
