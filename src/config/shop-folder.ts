import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ShopFile, shopFile } from './shop-schema.ts';

/** The folder of the demo, from which a new shop's folder is copied. */
const DEMO = fileURLToPath(new URL('../demo/shop', import.meta.url));
/** The demo's files that are served unchanged. */
const DEMO_PUBLIC = fileURLToPath(new URL('../../public', import.meta.url));

/** The pages of the site that a Markdown file of the same name in pages/ may replace. */
const OWN_PAGES: readonly string[] = ['about', 'contact', 'privacy', 'returns', 'terms'];

/** The files in public/ that browsers and link previews request by fixed names. */
const PUBLIC_FILES = [
  'apple-touch-icon.png',
  'favicon.ico',
  'favicon.svg',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'share.jpg',
];

/** The error for a faulty folder of SHOP_DIR. `message` lists all faults, each with its file and field. */
export class ShopFolderFault extends Error {
  override name = 'ShopFolderFault';
  readonly faults: readonly string[];

  constructor(folder: string, faults: readonly string[]) {
    super(
      `The shop's folder ${folder} has faults:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

/** Returns the absolute path of the shop's folder: the setting SHOP_DIR, else the demo's. */
export const shopFolder = (setting = process.env.SHOP_DIR): string =>
  setting ? resolve(setting) : DEMO;

/** Returns the folder of files that are served unchanged: public/ of the shop's folder, and of the checkout for the demo. */
export const publicFolder = (folder = shopFolder()): string =>
  folder === DEMO ? DEMO_PUBLIC : join(folder, 'public');

/**
 * Reads shop.json and checks the folder around it.
 * @throws ShopFolderFault with every fault.
 */
export function readShopFolder(folder = shopFolder()): ShopFile {
  const { facts, faults } = readFacts(folder, readJson(folder));
  const all = [
    ...faults.map((fault) => `shop.json: ${fault}`),
    ...pageFaults(folder),
    ...publicFaults(folder),
    ...counterFaults(folder, facts),
  ];
  if (!facts || all.length > 0) throw new ShopFolderFault(folder, all);
  return facts;
}

/** Reads the content of shop.json together with the pictures of a folder. Each fault begins with its field. */
export function readFacts(
  folder: string,
  content: unknown,
): { facts: ShopFile | undefined; faults: string[] } {
  const read = shopFile.safeParse(content, { reportInput: true });
  if (read.success) return { facts: read.data, faults: pictureFaults(folder, read.data) };
  const faults = read.error.issues.flatMap(({ path, message, ...issue }) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `${[...path, key].join('.')} is no field of it`)
      : [`${path.join('.')} ${issue.input === undefined ? 'is missing' : message}`],
  );
  return { facts: undefined, faults };
}

/** Returns what is wrong with the folder of the setting SHOP_DIR, as faults of that setting. */
export function shopFaults(setting: string | undefined): string[] {
  try {
    readShopFolder(shopFolder(setting));
    return [];
  } catch (error) {
    if (!(error instanceof ShopFolderFault)) throw error;
    return error.faults.map((fault) => `SHOP_DIR ${fault}`);
  }
}

/** Returns the files of a shop's folder with an ending, by their names without it. */
export function filesOf(folder: string, inside: string, ending: RegExp): Record<string, string> {
  const path = join(folder, inside);
  if (!existsSync(path)) return {};
  const names = readdirSync(path).filter((name) => ending.test(name));
  return Object.fromEntries(
    names.sort().map((name) => [name.replace(ending, ''), join(path, name)]),
  );
}

function readJson(folder: string): unknown {
  const path = join(folder, 'shop.json');
  if (!existsSync(path)) {
    throw new ShopFolderFault(folder, [
      existsSync(folder)
        ? 'shop.json is missing: copy it from src/demo/shop'
        : 'the folder does not exist: copy src/demo/shop with public, and name the copy in SHOP_DIR',
    ]);
  }
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ShopFolderFault(folder, [`shop.json is not JSON: ${(error as Error).message}`]);
  }
}

const pictureFaults = (folder: string, { banners }: ShopFile): string[] =>
  banners.flatMap(({ picture }, at) =>
    existsSync(join(folder, 'pictures', `${picture}.jpg`))
      ? []
      : [`banners.${at}.picture is ${picture}, and there is no pictures/${picture}.jpg`],
  );

const pageFaults = (folder: string): string[] =>
  Object.keys(filesOf(folder, 'pages', /\.md$/)).flatMap((name) =>
    OWN_PAGES.includes(name) || name === 'README'
      ? []
      : [`pages/${name}.md replaces no page: the pages are ${OWN_PAGES.join(', ')}`],
  );

const counterFaults = (folder: string, facts: ShopFile | undefined): string[] => {
  const counter = facts?.counter;
  return !counter || existsSync(join(publicFolder(folder), counter))
    ? []
    : [`shop.json: counter is ${counter}, and there is no public${counter}`];
};

const publicFaults = (folder: string): string[] =>
  PUBLIC_FILES.flatMap((name) =>
    existsSync(join(publicFolder(folder), name)) ? [] : [`public/${name} is missing`],
  );
