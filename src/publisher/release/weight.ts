import { readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import budgets from './budgets.json' with { type: 'json' };
import { wireSize } from './compression.ts';

/** What a page costs on a first visit, in bytes on the wire. */
interface Weight {
  page: number;
  css: number;
  javascript: number;
  fonts: number;
}

/** Pages of each kind that are weighed, the heaviest: they share style sheets, scripts and fonts with the others. */
const WEIGHED = 20;
/** Pages that anyone may come to first; forms bring React at once and are not among them. */
const PUBLIC = /^(?:index|products|brands)\.html$|^(?:products|brands)\//;

/**
 * The pages that are heavier than the budgets allow, with what is too much.
 * @param site - the release's folder.
 * @param pages - changed files with their bytes on the wire.
 */
export function heavyPages(site: string, pages: ReadonlyMap<string, number>): string[] {
  const scales = new Scales(site);
  const kinds = Map.groupBy(
    [...pages].filter(([file]) => file.endsWith('.html') && PUBLIC.test(file)),
    ([file]) => file.slice(0, file.lastIndexOf('/') + 1),
  );
  return [...kinds.values()].flatMap((kind) =>
    kind
      .sort(([, a], [, b]) => b - a)
      .slice(0, WEIGHED)
      .flatMap(([file]) => {
        const fault = scales.fault(file);
        return fault === undefined ? [] : [`${file}: ${fault}`];
      }),
  );
}

/** Weighs the pages of a release from its files. */
class Scales {
  readonly #site: string;
  readonly #sizes = new Map<string, number>();
  readonly #scripts = new Map<string, ReadonlySet<string>>();

  constructor(site: string) {
    this.#site = site;
  }

  /** What is too heavy about a page, in words; undefined when it keeps its budget. */
  fault(file: string): string | undefined {
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
    // A host that compresses by itself sends about as much.
    const size = compressed?.size ?? wireSize(path, readFileSync(path));
    if (!file.endsWith('.html')) this.#sizes.set(file, size);
    return size;
  }
}
