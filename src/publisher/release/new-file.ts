import { compressBeside } from './compression.ts';
import { internalLinks } from './links.ts';

/** A file of a release that differs from the one before. */
export interface NewFile {
  /** Where it lies, or soon will. */
  path: string;
  content: Uint8Array;
  /** Of the site, without a path. */
  origin: string;
  compress: boolean;
}

/** What came of it: bytes as most readers get it, and paths of the site that it names and this thread had not met. */
export interface NewFileFacts {
  bytes: number;
  links: string[];
}

const met = new Set<string>();

/** All that there is to do about a new file, in a thread beside the rendering (assembly.ts). */
export default function takeIn({ path, content, origin, compress }: NewFile): NewFileFacts {
  const links: string[] = [];
  if (path.endsWith('.html')) {
    for (const link of internalLinks(Buffer.from(content).toString('utf8'), origin)) {
      if (met.has(link)) continue;
      met.add(link);
      links.push(link);
    }
  }
  return { bytes: compress ? compressBeside(path, content) : content.length, links };
}
