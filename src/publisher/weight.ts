import { readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import budgets from './budgets.json' with { type: 'json' };

/** What a page costs on a first visit, in bytes on the wire. */
interface Weight {
  page: number;
  css: number;
  javascript: number;
  fonts: number;
}

/** Pages that anyone may come to first; forms bring React at once and are not among them. */
const PUBLIC = /^(?:index|products|brands)\.html$|^(?:products|brands)\//;

/** Weighs the pages of a release from its files. */
export class Scales {
  readonly #site: string;
  readonly #sizes = new Map<string, number>();
  readonly #scripts = new Map<string, ReadonlySet<string>>();

  /** @param site - the release's folder. */
  constructor(site: string) {
    this.#site = site;
  }

  /** What is too heavy about a page, in words; undefined when it keeps its budget or has none. */
  fault(file: string): string | undefined {
    if (!PUBLIC.test(file)) return undefined;
    const weight = this.#weigh(file);
    const all = weight.page + weight.css + weight.javascript + weight.fonts;
    const limits: [what: string, bytes: number, limit: number][] = [
      ['JavaScript', weight.javascript, budgets.each.javascript],
      ['fonts', weight.fonts, budgets.each.fonts],
      ['all but pictures', all, budgets.each.allButPictures],
    ];
    if (file.startsWith('products/')) {
      limits.push(['HTML with CSS', weight.page + weight.css, budgets.productPage]);
    }
    const over = limits.filter(([, bytes, limit]) => bytes > limit);
    if (over.length === 0) return undefined;
    return over
      .map(([what, bytes, limit]) => `${what} takes ${bytes} bytes of ${limit}`)
      .join(', ');
  }

  #weigh(file: string): Weight {
    const html = readFileSync(join(this.#site, file), 'utf8');
    const named = (pattern: RegExp) => [
      ...new Set([...html.matchAll(pattern)].flatMap(([, path]) => path ?? [])),
    ];
    const scripts = new Set(
      named(/<script type="module" src="(\/[^"]+)"/g).flatMap((path) => [
        ...this.#withImports(path),
      ]),
    );
    const sum = (paths: Iterable<string>) =>
      [...paths].reduce((bytes, path) => bytes + this.#size(path.slice(1)), 0);
    return {
      page: this.#size(file),
      css: sum(named(/<link rel="stylesheet" href="(\/[^"]+)"/g)),
      javascript: sum(scripts),
      fonts: sum(named(/<link rel="preload" href="(\/[^"]+)" as="font"/g)),
    };
  }

  /** A script and what it imports at once. */
  #withImports(path: string): ReadonlySet<string> {
    const known = this.#scripts.get(path);
    if (known) return known;
    const all = new Set([path]);
    this.#scripts.set(path, all);
    const source = readFileSync(join(this.#site, path), 'utf8');
    for (const [, from = ''] of source.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']/g)) {
      for (const each of this.#withImports(posix.join(posix.dirname(path), from))) all.add(each);
    }
    return all;
  }

  #size(file: string): number {
    const known = this.#sizes.get(file);
    if (known !== undefined) return known;
    const path = join(this.#site, file);
    const compressed = statSync(`${path}.br`, { throwIfNoEntry: false });
    const { size } = compressed ?? statSync(path);
    if (!file.endsWith('.html')) this.#sizes.set(file, size);
    return size;
  }
}
