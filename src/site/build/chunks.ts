import { fileURLToPath } from 'node:url';
import type { BuildEnvironmentOptions, Plugin } from 'vite';

/** The rules for bundling the site's scripts. Each saves bytes or round trips (measured by tests/budgets/). */

const site = (path: string) => fileURLToPath(new URL(`..${path}`, import.meta.url));
const PAGE_SCRIPT = site('/frame/every-page.ts');

/**
 * The script of a product page, with the markup that imports it. The 404 page imports it too. Without this rule it
 * would be a separate file behind one that only imports it: one more round trip for each product.
 */
const PRODUCT = {
  name: 'product',
  test: /\/product\/product-page\.ts$|\/products\/\[id\]\.astro\?astro&type=script/,
};

/**
 * React and `mount` share a file: an island then waits for one round trip instead of three. The file also gets
 * everything that they import, so `mount` imports nothing that a script needs before React.
 */
const REACT = {
  name: 'react',
  test: /\/node_modules\/(react|react-dom|scheduler|@nanostores\/react)\/|\/lazy\/mount\.tsx$/,
};

/**
 * The modules of a product page's delivery line. They come first: otherwise an island's group claims them, and the
 * delivery line loads that island. The checkout needs the states at once. It needs the promise with its holidays only
 * after a place is chosen.
 */
const DELIVERY = [
  {
    name: 'states',
    // The contract names the extras too. If they shared a file, the checkout would load all of zod at once.
    test: /\/src\/domain\/(places\/geography\.ts|places\/states\.json|orders\/order-extra-names\.ts)$/,
  },
  {
    name: 'fees',
    test: /\/src\/site\/delivery\/(ask-places|destination-store|kept-places)\.ts$/,
  },
  {
    name: 'promise',
    test: /\/src\/(domain\/delivery\/(calendar\.ts|holidays\.json|places\.ts|promise\.ts|words\.ts)|config\/delivery\.ts|site\/delivery\/estimate\.ts)$/,
  },
];

/** Modules that draw pictures, and those that a shared cart and 'Buy again' use: elsewhere they cost 120 and 230 bytes. */
const CART = [
  { name: 'html', test: /\/src\/site\/(html|product-data\/picture-html)\.ts$/ },
  { name: 'linked', test: /\/(ask-linked|linked-lines|link\/texts|order-text)\.ts$/ },
];

/** Modules that two islands share go into one file: thirty small ones would wait for each other on a slow line. */
const SHARED = [
  { name: 'form', islands: ['/auth/SignUp.tsx', '/checkout/Checkout.tsx'] },
  { name: 'lines', islands: ['/cart/CartDrawer.tsx', '/checkout/Checkout.tsx'] },
  { name: 'calls', islands: ['/auth/requests.ts', '/checkout/sending/press.ts'] },
];

/** Short script names. Every importing script contains them: Astro's names would cost the checkout 100 bytes. */
const fileName = ({ name }: { name: string }) => `_assets/${name.split('.')[0]}.[hash].js`;

/** Parts of nanostores that its index exports and only islands use. */
const ISLANDS_ONLY =
  /\/nanostores\/(computed|deep-map|effect|keep-mount|listen-keys|map|map-creator|task)\//;

interface Modules {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; importers: readonly string[] } | null;
}

/** Adds a module and all its imports to `seen`. */
function walk(id: string, modules: Modules, seen: Set<string>, leaveOut?: RegExp): Set<string> {
  if (seen.has(id) || leaveOut?.test(id)) return seen;
  seen.add(id);
  for (const next of modules.getModuleInfo(id)?.importedIds ?? [])
    walk(next, modules, seen, leaveOut);
  return seen;
}

/** Bundles the script of every page and its imports into one file. Seven small files would take 700 bytes more. */
function page() {
  let needed: Set<string> | undefined;
  return {
    name(id: string, modules: Modules) {
      if (!needed) {
        needed = walk(PAGE_SCRIPT, modules, new Set(), ISLANDS_ONLY);
        // Bundled with its importer. Otherwise each page would first load a file that only imports this one.
        for (const importer of modules.getModuleInfo(PAGE_SCRIPT)?.importers ?? [])
          needed.add(importer);
      }
      return needed.has(id) ? 'page' : null;
    },
  };
}

/**
 * Groups the modules that all islands of an entry of SHARED import and no earlier group has. Modules without React get
 * their own files. They come first because a group also takes its modules' imports: otherwise small scripts that share
 * them would load React too.
 */
const shared = (withReact: boolean) =>
  SHARED.map(({ name, islands }) => {
    let reached: Set<string>[] | undefined;
    return {
      name(id: string, modules: Modules) {
        reached ??= islands.map((island) => walk(site(island), modules, new Set()));
        if (!reached.every((seen) => seen.has(id))) return null;
        const needsReact = [...walk(id, modules, new Set())].some((each) => REACT.test.test(each));
        if (needsReact !== withReact) return null;
        return withReact ? name : `${name}-plain`;
      },
    };
  });

/** Returns the options of one build of what the browser loads. */
export const chunks = (): BuildEnvironmentOptions['rolldownOptions'] => ({
  output: {
    entryFileNames: fileName,
    chunkFileNames: fileName,
    codeSplitting: {
      // A group also takes its modules' imports, so modules that islands share must not come with HTML.
      groups: [page(), PRODUCT, REACT, ...DELIVERY, ...shared(false), ...CART, ...shared(true)],
    },
  },
});

/** Leaves dynamic imports plain. Vite's preloading around each would cost every page 1 kB. */
export const plainImports = (): Plugin => ({
  name: 'turare-plain-imports',
  configResolved({ build, environments }) {
    build.modulePreload = false;
    if (environments.client) environments.client.build.modulePreload = false;
  },
  renderChunk: {
    order: 'post',
    /** Unwraps `__vitePreload(() => import(…), __VITE_PRELOAD__)`. */
    handler(code) {
      if (!code.includes('__VITE_PRELOAD__')) return undefined;
      return (
        code
          .replaceAll('__vitePreload(', '(')
          .replaceAll(/,\s*__VITE_PRELOAD__\s*\)/g, ')()')
          // This also removes the copy of a module that has only the used names.
          .replaceAll(
            /\(async \(\) => \{\s*const \{[^}]*\} = await (import\([^)]*\));\s*return \{[^}]*\};\s*\}\)\(\)/g,
            '$1',
          )
      );
    },
  },
  /** Vite's own version also loads style sheets. Here fetchStyles loads them. */
  load(id) {
    if (id !== '\0vite/preload-helper.js') return undefined;
    return 'export const __vitePreload = (load) => load();';
  },
});
