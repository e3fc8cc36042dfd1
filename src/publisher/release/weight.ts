import { readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import budgets from './budgets.json' with { type: 'json' };
import { wireSize } from './compression.ts';

/** What a first visit to a page downloads, in bytes. */
interface Weight {
  page: number;
  css: number;
  javascript: number;
  fonts: number;
}

/** How many pages of each kind are measured. The largest are chosen; all pages of a kind share styles, scripts and fonts. */
const WEIGHED = 20;
/** Public pages. Forms are left out because they load React at once. */
const PUBLIC = /^(?:index|products|brands)\.html$|^(?:products|brands)\//;

/**
 * The pages that exceed their budgets, with the figures.
 * @param site - the release's folder.
 * @param pages - changed files with the bytes that most readers download.
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

/** Measures the pages of a release. */
class Scales {
  readonly #site: string;
  readonly #sizes = new Map<string, number>();
  readonly #scripts = new Map<string, ReadonlySet<string>>();

  constructor(site: string) {
    this.#site = site;
  }

  /** How a page exceeds its budget; undefined when it does not. */
  fault(file: string): string | undefined {
    const weight = this.#weigh(file);
    const all = weight.page + weight.css + weight.javascript + weight.fonts;
    const limits: [what: string, bytes: number, limit: number][] = [
      ['JavaScript', weight.javascript, budgets.each.javascript],
      ['fonts', weight.fonts, budgets.each.fonts],
      ['everything but pictures', all, budgets.each.allButPictures],
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

  /** A script and everything that it imports statically. */
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
    // Without compressed forms the host compresses, with about the same result.
    const size = compressed?.size ?? wireSize(path, readFileSync(path));
    if (!file.endsWith('.html')) this.#sizes.set(file, size);
    return size;
  }
}
