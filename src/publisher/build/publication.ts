import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Tinypool } from 'tinypool';
import { Assembly, beginCopy, newThreads } from '#publisher/release/assembly.ts';
import { checkRelease } from '#publisher/release/check.ts';
import { factsOf, type ReleaseFacts } from '#publisher/release/facts.ts';
import type { Folders } from '#publisher/release/folders.ts';
import { type HeavyPages, leaveHeavy } from '#publisher/release/heavy.ts';
import { install, renew } from '#publisher/release/install.ts';
import { prune } from '#publisher/release/swap.ts';
import type { ShopChanges } from '#publisher/shop-changes.ts';
import { emitHosting } from '#server/emit-hosting.ts';
import type { HostingOptions, Moved } from '#server/hosting.ts';
import type { NoteCount } from '#site/catalogue/reading/notes.ts';
import type { PictureReport } from '#site/catalogue/reading/picture-report.ts';
import { render } from './render.ts';

/** An order to publish. */
export interface PublicationOrder {
  /** The time (ms) that decides which discounts are valid. */
  time: number;
  /** The live release; null for none. */
  live: string | null;
  /** Whether the live release has the same fingerprint. Only then may its files be kept. */
  alike: boolean;
  /** Whether to render every page again in any case. */
  full: boolean;
  fingerprint: string;
  /** The settings that decide what is read, stored with the release. */
  settings: Record<string, string>;
  /** The shop's facts that staff have changed. The pages were bundled with them. */
  shop: ShopChanges;
  allowEmpty: boolean;
  /** The time (ms) for making renditions of pictures on other servers. */
  pictureMs: number;
  /** Whether to write compressed forms beside the files. */
  compress: boolean;
}

/** The preparations of a publication before its order comes. */
export interface Preparation {
  /** The live release, if its files may be kept. */
  copied?: string | undefined;
  /** Awaited when everything is prepared. */
  order: () => Promise<PublicationOrder>;
}

/** The result of a publication. */
export interface PublicationReport {
  release: string;
  version: string | null;
  /** False if no page has changed and the live release stays. */
  swapped: boolean;
  products: number;
  /** The pages of the release, and the number that differ from the release before. */
  pages: number;
  rewritten: number;
  /** Products that were left out because they break the contract, with the reason. */
  skipped: { name: string; reason: string }[];
  /** Changes to the other products that made them usable, by field. */
  notes: NoteCount[];
  /** The pages of the release that the merchant's content makes heavy. */
  heavy: HeavyPages;
  /** The number of moved addresses that do not fit into `_redirects`. */
  redirectsLeftOut: number;
  /** The build's work on pictures of other servers; null if it looked at none. */
  pictures: PictureReport | null;
  seconds: {
    /** From the start of the process until it was ready for its order. */
    bundling: number;
    reading: number;
    rendering: number;
    /** While pages are rendered. */
    search: number;
    /** After the last page: the rest of the search index and of the compression, and the links to kept files. */
    compressing: number;
    checking: number;
    /** Until the release is live. */
    swapping: number;
    total: number;
  };
  /** Highest memory of the process, in MB. */
  peakMemory: number;
}

/** The build's record of reading the catalogue (src/site/catalogue/catalogue.ts). */
interface Reading {
  products: number;
  version: string | null;
  extensions: string[];
  shown: string | null;
  skipped: { name: string; reason: string }[];
  notes: NoteCount[];
  seconds: number;
}

/**
 * Builds the site from the API and makes it live, as a whole or not at all. It needs its own process, which may be killed
 * at any moment. Only one may run at a time.
 * @throws Error with the reason why the live release stays. Nothing of the new release is left.
 */
export async function publish(
  folders: Folders,
  hosting: HostingOptions,
  preparation: Preparation,
): Promise<PublicationReport> {
  const work = join(folders.staging, String(process.pid));
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  const threads = newThreads();
  const indexer = newIndexer();
  try {
    return await publishFrom({ work, threads, indexer }, folders, hosting, preparation);
  } finally {
    await Promise.all([threads.destroy(), indexer.destroy()]);
    process.chdir(folders.root);
    await rm(work, { recursive: true, force: true });
  }
}

/** Starts the thread that makes the search index. */
const newIndexer = () =>
  new Tinypool({
    filename: new URL('./search-index.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
  });

async function publishFrom(
  { work, threads, indexer }: { work: string; threads: Tinypool; indexer: Tinypool },
  folders: Folders,
  hosting: HostingOptions,
  { copied, order: awaitOrder }: Preparation,
): Promise<PublicationReport> {
  const ahead =
    copied === undefined
      ? undefined
      : beginCopy(threads, folders.releases, copied, join(work, 'release-ahead'));
  let search: Promise<number> | undefined;
  let begun: { order: PublicationOrder; at: number; assembly: Assembly } | undefined;
  let bundled = 0;
  const [site, state] = [join(work, 'site'), join(work, 'state')];
  await render(
    { work, site },
    async () => {
      bundled = performance.now();
      const order = await awaitOrder();
      const before = order.alike ? order.live : null;
      const copyOf = (name: string) =>
        name === ahead?.of
          ? ahead
          : beginCopy(threads, folders.releases, name, join(work, 'release'));
      const assembly = new Assembly(threads, {
        site,
        previous:
          before === null
            ? undefined
            : { folder: join(folders.releases, before), copy: copyOf(before) },
        origin: new URL(hosting.siteUrl).origin,
        compress: order.compress,
      });
      begun = { order, at: performance.now(), assembly };
      return {
        time: order.time,
        state,
        previous: before === null || order.full ? undefined : join(folders.states, before),
        pictures: { folder: folders.pictures, budgetMs: order.pictureMs },
        // --full takes the backend as it is now.
        liveExtensions:
          order.live === null || order.full
            ? undefined
            : (await factsOf(folders, order.live)).extensions,
      };
    },
    async (file, content, kind) => begun?.assembly.add(file, content, kind),
    () => {
      search = indexer.run({ site, state });
      // It is awaited when all pages are there. A build that fails before reports its own reason.
      search.catch(() => {});
    },
  );
  if (!begun) throw new Error('Astro built the site without asking for its pages.');
  const { order, at, assembly } = begun;
  const rendered = performance.now();
  const searchSeconds = (await search) ?? 0;
  const left = await readState(state);
  await assembly.addOthers();
  assembly.keep(left.kept);
  // The generated rules name files.
  const { leftOut } = await emitHosting(site, hosting, {
    names: assembly.files,
    moved: left.moved,
  });
  await assembly.addOthers();
  const made = await assembly.finish();
  const compressed = performance.now();

  const before = order.live === null ? null : await factsOf(folders, order.live);
  const weighed = checkRelease(made.folder, assembly, {
    products: left.products,
    productsRead: left.reading.products,
    productsBefore: before?.products ?? 0,
    allowEmpty: order.allowEmpty,
  });
  const kept = order.alike && order.live !== null ? join(folders.states, order.live) : undefined;
  const heavy = await leaveHeavy(state, kept, assembly, weighed);
  const checked = performance.now();
  const facts: Omit<ReleaseFacts, 'name'> = {
    version: left.reading.version,
    shown: left.reading.shown,
    extensions: left.reading.extensions,
    time: order.time,
    madeAt: new Date().toISOString(),
    fingerprint: order.fingerprint,
    settings: order.settings,
    shop: order.shop,
    products: left.reading.products,
    heavy,
  };
  const release =
    made.same && order.live !== null
      ? await renew(folders, order.live, facts)
      : await install(folders, { site: made.folder, state, live: order.live }, facts);
  const done = performance.now();
  await prune(folders);

  const pages = [...assembly.files].filter((file) => file.endsWith('.html')).length;
  const rewritten = [...assembly.changed.keys()].filter((file) => file.endsWith('.html')).length;
  const { reading, pictures } = left;
  return {
    release,
    version: facts.version,
    swapped: !made.same,
    products: facts.products,
    pages,
    rewritten,
    skipped: reading.skipped,
    notes: reading.notes,
    heavy,
    redirectsLeftOut: leftOut,
    pictures,
    seconds: {
      bundling: bundled / 1000,
      reading: reading.seconds,
      rendering: (rendered - at) / 1000 - reading.seconds - (pictures?.seconds ?? 0),
      search: searchSeconds,
      compressing: (compressed - rendered) / 1000,
      checking: (checked - compressed) / 1000,
      swapping: (done - checked) / 1000,
      total: (done - at) / 1000,
    },
    peakMemory: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

/** Reads the build's records: the pages it kept or rendered, the product pages, and the reading of the catalogue. */
async function readState(state: string) {
  const read = async (file: string) => JSON.parse(await readFile(join(state, file), 'utf8'));
  const names = await readdir(state);
  const pages = async (route: string) => Object.keys((await read(route)) as object);
  const kept: string[] = [];
  const products = await pages('pages-products.json');
  for (const name of names) {
    if (name === 'pages-products.json') kept.push(...products);
    else if (name.startsWith('pages-')) kept.push(...(await pages(name)));
  }
  return {
    kept,
    moved: (await read('moved.json')) as Moved[],
    products,
    reading: (await read('reading.json')) as Reading,
    pictures: names.includes('pictures.json')
      ? ((await read('pictures.json')) as PictureReport)
      : null,
  };
}
