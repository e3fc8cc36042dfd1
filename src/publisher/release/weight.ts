import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import budgets from './budgets.json' with { type: 'json' };
import { wireSize } from './compression.ts';
import { frameOf } from './frame.ts';

/** The bytes that a first visit to a page downloads in addition to its HTML. */
interface Assets {
  css: number;
  javascript: number;
  fonts: number;
}

/** A page that is too heavy because of the merchant's content. */
export interface HeavyPage {
  file: string;
  /** The part that is too large: HTML of a product with its CSS, without or with its words, or everything except pictures. */
  what: 'HTML without words, with CSS,' | 'HTML with CSS' | 'everything but pictures';
  bytes: number;
  limit: number;
}

/** The weights of a release's pages. */
export interface PageWeights {
  /** Sentences on scripts, styles and fonts over their budgets, one for each page. */
  faults: string[];
  /** Pages that the merchant's rows and words make heavy: the heaviest of each kind first. */
  heavy: HeavyPage[];
}

/** The number of pages of each kind that are opened, largest first. All pages of a kind share styles, scripts and fonts. */
const WEIGHED = 20;
/** Public pages. Forms are left out because they load React at once. */
const PUBLIC = /^(?:index|products|brands)\.html$|^(?:products|brands|categories)\//;

/**
 * Weighs the public pages that have changed.
 * @param site - the release's folder.
 * @param pages - changed files with the bytes that most readers download. Without compressed forms these are unknown, and
 *   only the largest pages of each kind are weighed.
 */
export function weighPages(site: string, pages: ReadonlyMap<string, number>): PageWeights {
  const scales = new Scales(site);
  const kinds = Map.groupBy(
    [...pages].filter(([file]) => file.endsWith('.html') && PUBLIC.test(file)),
    ([file]) => file.slice(0, file.lastIndexOf('/') + 1),
  );
  const weights: PageWeights = { faults: [], heavy: [] };
  for (const kind of kinds.values()) {
    kind.sort(([, a], [, b]) => b - a);
    for (const [file] of kind.slice(0, WEIGHED)) {
      const fault = scales.fault(file);
      if (fault !== undefined) weights.faults.push(`${file}: ${fault}`);
      else weights.heavy.push(...scales.frame(file), ...scales.heaviness(file));
    }
    const [largest] = kind;
    if (!largest || !existsSync(join(site, `${largest[0]}.br`))) continue;
    for (const [file, bytes] of kind.slice(WEIGHED)) {
      const heavy = scales.heaviness(file, bytes, largest[0]);
      if (heavy.length === 0) break;
      weights.heavy.push(...heavy);
    }
  }
  return weights;
}

/** Weighs the pages of a release. */
class Scales {
  readonly #site: string;
  readonly #sizes = new Map<string, number>();
  readonly #assets = new Map<string, Assets>();
  readonly #scripts = new Map<string, ReadonlySet<string>>();

  constructor(site: string) {
    this.#site = site;
  }

  /** Returns how a page's scripts, styles or fonts exceed their budget; undefined if they do not. No merchant can do that. */
  fault(file: string): string | undefined {
    const { css, javascript, fonts } = this.#assetsOf(file);
    const limits: [what: string, bytes: number, limit: number][] = [
      ['JavaScript', javascript, budgets.each.javascript],
      ['CSS', css, budgets.each.css],
      ['fonts', fonts, budgets.each.fonts],
    ];
    const over = limits.filter(([, bytes, limit]) => bytes > limit);
    if (over.length === 0) return undefined;
    return over
      .map(([what, bytes, limit]) => `${what} takes ${bytes} bytes of ${limit}`)
      .join(', ');
  }

  /**
   * Returns the heavy part of a product's page without its words. Each size, part and picture adds elements, so a new
   * product may make the page of another one heavy.
   */
  frame(file: string): HeavyPage[] {
    if (!file.startsWith('products/')) return [];
    const frame = wireSize(file, Buffer.from(frameOf(this.#read(file))));
    const bytes = frame + this.#assetsOf(file).css;
    const limit = budgets.productFrame;
    return bytes > limit ? [{ file, what: 'HTML without words, with CSS,', bytes, limit }] : [];
  }

  /**
   * Returns what is heavy in a page with all its words; nothing for a light one.
   * @param bytes - of the page, if known.
   * @param like - a page with the same styles, scripts and fonts.
   */
  heaviness(file: string, bytes = this.#size(file), like = file): HeavyPage[] {
    const { css, javascript, fonts } = this.#assetsOf(like);
    const isProduct = file.startsWith('products/');
    const heavy: HeavyPage = isProduct
      ? { file, what: 'HTML with CSS', bytes: bytes + css, limit: budgets.productPage }
      : {
          file,
          what: 'everything but pictures',
          bytes: bytes + css + javascript + fonts,
          limit: budgets.each.allButPictures,
        };
    return heavy.bytes > heavy.limit ? [heavy] : [];
  }

  #read(file: string): string {
    return readFileSync(join(this.#site, file), 'utf8');
  }

  #assetsOf(file: string): Assets {
    const known = this.#assets.get(file);
    if (known) return known;
    const html = this.#read(file);
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
    const assets = {
      css: sum(named(/<link rel="stylesheet" href="(\/[^"]+)"/g)),
      javascript: sum(scripts),
      fonts: sum(named(/<link rel="preload" href="(\/[^"]+)" as="font"/g)),
    };
    this.#assets.set(file, assets);
    return assets;
  }

  /** Returns a script and everything that it imports statically. */
  #withImports(path: string): ReadonlySet<string> {
    const known = this.#scripts.get(path);
    if (known) return known;
    const all = new Set([path]);
    this.#scripts.set(path, all);
    for (const [, from = ''] of this.#read(path).matchAll(
      /(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']/g,
    )) {
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
