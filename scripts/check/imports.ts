import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '#process/console.ts';
import { root } from '#process/root.ts';

const FILE = 'tests/imports.biome.json';

const { imports }: { imports: Record<string, string> } = JSON.parse(
  await readFile(join(root, 'package.json'), 'utf8'),
);
/** The folders of the source, by the names that package.json gives them. */
const FOLDERS = Object.keys(imports).map((name) => name.slice(1, -2));

/** A rule for the imports of some files. */
interface Row {
  files: readonly string[];
  /** The folders that they may import by name. */
  may: readonly string[];
  /** Further patterns that they may not import; with `!`, patterns that they may. */
  but?: readonly string[];
  /** The rest of the message, after the place of the rule. */
  says: string;
}

/** Returns patterns for a name in the site as another folder and as its neighbour write it. */
const inSite = (name: string) => [`#site/**/${name}`, `./**/${name}`];
const MARKUP = inSite('*.astro');
const ISLANDS = [
  ...[...inSite('*.tsx'), ...inSite('use-*.ts')],
  ...['react', 'react-dom', 'react-dom/**', '@nanostores/react'],
];
/** Modules that only a build reads, and the pages. */
const BUILD = ['#site/catalogue/**', '#site/pages/**', '#site/layouts/**'];
const SITE = ['look', 'config', 'contract', 'domain', 'site'];
const BASE = ['config', 'contract', 'domain', 'process'];
const BACKEND = [...BASE, 'backend', 'look'];

/** The table that says which part may import which. A later row replaces an earlier one for its files. */
const ROWS: readonly Row[] = [
  { files: ['src/domain/**'], may: ['domain'], says: 'domain imports no other part' },
  { files: ['src/config/**'], may: ['config', 'domain'], says: 'config imports domain' },
  { files: ['src/contract/**'], may: ['contract', 'domain'], says: 'contract imports domain' },
  { files: ['src/process/**'], may: ['process'], says: 'process imports no other part' },
  {
    files: ['src/backend/**'],
    may: BACKEND,
    says: 'the product API imports contract, domain and config',
  },
  {
    files: ['src/paystack-sandbox/**'],
    may: [...BASE, 'sandbox'],
    says: 'the payment sandbox imports contract, domain and config',
  },
  {
    files: ['src/backend/paystack/*.test.ts', 'src/backend/flutterwave/*.test.ts'],
    may: [...BACKEND, 'sandbox'],
    says: "a test of a provider's adapter may also use the sandbox's harness",
  },
  {
    files: ['src/publisher/**'],
    may: [...BASE, 'publisher'],
    but: [
      ...['hosting.ts', 'emit-hosting.ts', 'nginx.ts', 'page-policy.ts'].map(
        (file) => `!#server/${file}`,
      ),
      ...['', '/reading', '/reading/**', '/build', '/build/order.ts', '/search-index.ts'].map(
        (path) => `!#site/catalogue${path}`,
      ),
      ...['!#site/feeds', '!#site/feeds/lines.ts'],
    ],
    says: 'the publisher imports contract, domain, config, the reading of the catalogue, its order, its search index, the lines of feeds and the rules for hosts',
  },
  {
    files: ['src/server/**'],
    may: [...BASE, 'backend', 'conformance', 'server'],
    says: 'the server mounts the product API',
  },
  { files: ['src/demo/**'], may: [...BACKEND, 'demo'], says: 'the demo fills a product API' },
  {
    files: ['src/shop/**'],
    may: FOLDERS.filter((name) => !['site', 'machine', 'scripts'].includes(name)),
    says: 'the shop opens all programs but imports no page',
  },
  {
    files: ['src/machine/**'],
    may: FOLDERS.filter((name) => !['site', 'demo', 'sandbox', 'scripts'].includes(name)),
    says: 'the care of a machine asks all programs but imports no page',
  },
  {
    files: ['src/site/**/*.astro'],
    may: SITE,
    but: ['#site/pages/**'],
    says: 'markup imports no other program and no page',
  },
  {
    files: ['src/site/catalogue/**', 'src/site/pages/**/*.ts'],
    may: SITE,
    but: [
      ...[...MARKUP, ...ISLANDS, '#site/pages/**', '!#backend/media'],
      ...['allowed-hosts.ts', 'download.ts', 'files.ts', 'open-picture.ts', 'rendering.ts'].map(
        (file) => `!#backend/media/${file}`,
      ),
    ],
    says: 'what a build reads imports no markup, island or page',
  },
  {
    files: ['src/site/**/*.tsx', 'src/site/**/use-*.ts'],
    may: SITE,
    but: [...BUILD, ...MARKUP],
    says: 'an island imports no markup, and nothing that only a build reads',
  },
  {
    files: [
      'src/site/**/*.ts',
      ...[
        'catalogue/**',
        'pages/**',
        '**/use-*.ts',
        '**/*-store.ts',
        'lazy/modules.ts',
        'client/**',
      ].map((path) => `!src/site/${path}`),
    ],
    may: SITE,
    but: [...BUILD, ...MARKUP, ...ISLANDS],
    says: 'a small script reaches an island only through lazy/modules.ts',
  },
  {
    files: ['src/site/lazy/modules.ts'],
    may: SITE,
    but: [...BUILD, ...MARKUP],
    says: 'the list of lazy modules imports no markup, and nothing that only a build reads',
  },
  {
    files: ['src/site/**/*-store.ts'],
    may: SITE,
    but: [...BUILD, ...MARKUP, ...ISLANDS, ...inSite('*.css*')],
    says: 'a store imports no markup, style or island',
  },
  {
    files: ['src/site/client/**'],
    may: SITE,
    says: "the site's client imports contract, config and domain",
  },
  {
    files: ['src/conformance/**'],
    may: ['contract', 'domain'],
    says: 'the conformance check imports contract and domain',
  },
];

const overrideOf = ({ files, may, but = [], says }: Row) => {
  const barred = FOLDERS.filter((name) => !may.includes(name)).map((name) => `#${name}/**`);
  const message = `src/README.md says which part may import which: ${says}.`;
  const patterns = [{ group: ['../**', ...barred, ...but], message }];
  const noRestrictedImports = { level: 'error', options: { patterns } };
  return { includes: files, linter: { rules: { style: { noRestrictedImports } } } };
};

/** Biome's rules for imports, one row per line: editors and Biome read them from the file. */
const made = `{
  "$schema": "../node_modules/@biomejs/biome/configuration_schema.json",
  "overrides": [
    ${ROWS.map((row) => JSON.stringify(overrideOf(row))).join(',\n    ')}
  ]
}
`;

/** Checks the file, as a part of `npm run check`. With --write it writes the file. */
await runCommand(async () => {
  const file = join(root, FILE);
  if (process.argv.includes('--write')) {
    await writeFile(file, made);
    return 0;
  }
  if ((await readFile(file, 'utf8')) === made) return 0;
  console.error(`${FILE} is not what the table says. Run node scripts/check/imports.ts --write.`);
  return 1;
});
