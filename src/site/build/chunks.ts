import { fileURLToPath } from 'node:url';
import type { BuildEnvironmentOptions, Plugin } from 'vite';

/**
 * How the scripts of the site are bundled into files. Each rule is worth bytes or round trips: tests/budgets/ measures
 * them.
 */

const site = (path: string) => fileURLToPath(new URL(`..${path}`, import.meta.url));
const PAGE_SCRIPT = site('/frame/every-page.ts');

/**
 * The script of a product's page, with the markup that imports it. The 404 page imports it too, which would make it a
 * file of its own behind one that only imports it: a round trip more for each product.
 */
const PRODUCT = {
  name: 'product',
  test: /\/product\/product-page\.ts$|\/products\/\[id\]\.astro\?astro&type=script/,
};

/**
 * React and `mount` are one file: an island waits for one round trip instead of three. With them comes all that they
 * import, so `mount` imports nothing that a script needs before React.
 */
const REACT = {
  name: 'react',
  test: /\/node_modules\/(react|react-dom|scheduler|@nanostores\/react)\/|\/lazy\/mount\.tsx$/,
};

/**
 * What the line of delivery on a product's page needs. They must come first: otherwise an island's group claims these
 * modules, and the delivery line loads that island. The checkout needs the states at once; it needs the promise with
 * its holidays only for a chosen place.
 */
const DELIVERY = [
  {
    name: 'states',
    // The contract names the extras, too: with its file the checkout would load all of zod at once.
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

/** Whatever draws pictures draws HTML: apart, the page of a cart's link would load 120 bytes more. */
const HTML = {
  name: 'html',
  test: /\/src\/site\/(html|product-data\/picture-html)\.ts$/,
};

/** What two islands have in common is one file: thirty small ones wait for each other on a slow line. */
const SHARED = [
  { name: 'form', islands: ['/auth/SignUp.tsx', '/checkout/Checkout.tsx'] },
  { name: 'lines', islands: ['/cart/CartDrawer.tsx', '/checkout/Checkout.tsx'] },
  { name: 'calls', islands: ['/auth/requests.ts', '/checkout/sending/press.ts'] },
];

/**
 * Short names of scripts. Each script that imports another holds its name; Astro's own would cost the checkout 100
 * bytes.
 */
const fileName = ({ name }: { name: string }) => `_assets/${name.split('.')[0]}.[hash].js`;

/** Parts of nanostores that its index exports and only islands use. */
const ISLANDS_ONLY =
  /\/nanostores\/(computed|deep-map|effect|keep-mount|listen-keys|map|map-creator|task)\//;

interface Modules {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; importers: readonly string[] } | null;
}

/** Adds a module and all that it imports to `seen`. */
function walk(id: string, modules: Modules, seen: Set<string>, leaveOut?: RegExp): Set<string> {
  if (seen.has(id) || leaveOut?.test(id)) return seen;
  seen.add(id);
  for (const next of modules.getModuleInfo(id)?.importedIds ?? [])
    walk(next, modules, seen, leaveOut);
  return seen;
}

/** Bundles the script of every page with its imports into one file. Seven small files take 700 bytes more. */
function pageScript() {
  let needed: Set<string> | undefined;
  return {
    name(id: string, modules: Modules) {
      if (!needed) {
        needed = walk(PAGE_SCRIPT, modules, new Set(), ISLANDS_ONLY);
        // With the script that imports it, or each page would first load a file that only imports this one.
        for (const importer of modules.getModuleInfo(PAGE_SCRIPT)?.importers ?? [])
          needed.add(importer);
      }
      return needed.has(id) ? 'page' : null;
    },
  };
}

/**
 * Groups of the modules that all islands of an entry of SHARED import, and that no earlier group has. Those without
 * React are files of their own, and come first, since a group also takes what its modules import. Small scripts share
 * them, and would load React with the others.
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
      // A group also takes what its modules import: what islands share must not come with HTML.
      groups: [pageScript(), PRODUCT, REACT, ...DELIVERY, ...shared(false), HTML, ...shared(true)],
    },
  },
});

/** Dynamic imports as the browser has them. Vite's preloading beside each would cost every page 1 kB. */
export const plainImports = (): Plugin => ({
  name: 'turare-plain-imports',
  configResolved({ build, environments }) {
    build.modulePreload = false;
    if (environments.client) environments.client.build.modulePreload = false;
  },
  renderChunk: {
    order: 'post',
    /** Unwraps what Vite has wrapped: `__vitePreload(() => import(…), __VITE_PRELOAD__)`. */
    handler(code) {
      if (!code.includes('__VITE_PRELOAD__')) return undefined;
      return (
        code
          .replaceAll('__vitePreload(', '(')
          .replaceAll(/,\s*__VITE_PRELOAD__\s*\)/g, ')()')
          // With it goes the copy of a module that has only the names that are used.
          .replaceAll(
            /\(async \(\) => \{\s*const \{[^}]*\} = await (import\([^)]*\));\s*return \{[^}]*\};\s*\}\)\(\)/g,
            '$1',
          )
      );
    },
  },
  /** Vite's own loads style sheets, too. Ours are loaded by fetchStyles. */
  load(id) {
    if (id !== '\0vite/preload-helper.js') return undefined;
    return 'export const __vitePreload = (load) => load();';
  },
});
