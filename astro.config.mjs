import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, envField } from 'astro/config';
import { apiAddress } from '#config/api-address.ts';
import { publicFolder } from '#config/shop-folder.ts';
import { REWRITES } from '#server/hosting.ts';
import { keptRenditions } from '#site/artwork/kept-renditions.ts';
import { serviceWorkers } from '#site/offline/plugin.ts';
import { ownShop } from '#site/own-shop/plugin.ts';
import { tokensWithoutFallbacks } from '#site/styles/plugin.ts';

const PAGE_SCRIPT = fileURLToPath(new URL('./src/site/frame/every-page.ts', import.meta.url));

/**
 * The script of a product's page, with the markup that imports it. The 404 page imports it too, which would make it a file
 * of its own behind one that only imports it: a round trip more for each product.
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

/** The browser floor of the README (decision 30): tests/e2e/frame/floor.spec.ts reads it from the built files. */
const FLOOR = ['chrome115', 'edge115', 'firefox125', 'safari17', 'ios17'];

/**
 * What the line of delivery on a product's page needs. These groups come before those of the islands, which would take these
 * modules, and the line would load the whole island. The checkout needs the states at once; it needs the promise with its
 * holidays only for a chosen place.
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

/** What two islands have in common is one file: thirty small ones wait for each other on a slow line. */
const SHARED = [
  { name: 'form', islands: ['/auth/SignUp.tsx', '/checkout/Checkout.tsx'] },
  { name: 'lines', islands: ['/cart/CartDrawer.tsx', '/checkout/Checkout.tsx'] },
  { name: 'calls', islands: ['/auth/requests.ts', '/checkout/sending/press.ts'] },
];

// The publisher has done this. `astro dev` and `astro build` alone have not.
for (const name of ['API_URL', 'PUBLIC_API_URL']) {
  const given = process.env[name];
  if (given) process.env[name] = apiAddress(given, name);
}

export default defineConfig({
  srcDir: './src/site',
  publicDir: publicFolder(),
  site: process.env.SITE_URL ?? 'http://127.0.0.1:4321',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'never', assets: '_assets' },
  integrations: [react(), keptRenditions()],
  devToolbar: { enabled: false },
  env: {
    validateSecrets: true,
    schema: {
      /** Where the build reads the catalogue. */
      API_URL: envField.string({ context: 'server', access: 'secret', url: true }),
      /** Whether products that break the contract are left out even when they are more than a tenth. */
      SKIP_INVALID: envField.boolean({ context: 'server', access: 'secret', default: false }),
      /** What the publisher shares with the product API, which lets its builds read before others. */
      PUBLISHER_SECRET: envField.string({ context: 'server', access: 'secret', optional: true }),
      /** The time (ms) that decides which discounts are valid. Without one it is the publisher's, or the time of the build. */
      BUILD_TIME: envField.number({ context: 'server', access: 'secret', optional: true }),
      /** Hosts of pictures that the build may download besides the API's own, separated by commas. */
      PICTURE_HOSTS: envField.string({ context: 'server', access: 'secret', optional: true }),
      /** 'off' ends offline use in every browser that has the service worker (decision 32). */
      OFFLINE: envField.enum({
        context: 'server',
        access: 'secret',
        values: ['on', 'off'],
        default: 'on',
      }),
      /** Where the browser calls the API; '' is the site's own origin. */
      PUBLIC_API_URL: envField.string({ context: 'client', access: 'public', default: '' }),
      /** Hosts of payment pages, separated by commas. */
      PUBLIC_PAYMENT_HOSTS: envField.string({
        context: 'client',
        access: 'public',
        default: 'checkout.paystack.com',
      }),
      /** An image CDN's URL template with {url} and {width}; '' uses the backend's pictures. */
      PUBLIC_IMAGE_URL: envField.string({ context: 'client', access: 'public', default: '' }),
    },
  },
  security: { csp: true },
  vite: {
    plugins: [
      tailwindcss(),
      tokensWithoutFallbacks(),
      ownShop(),
      serviceWorkers(),
      plainImports(),
      rewrites(),
    ],
    // A font inside the style sheet would be downloaded by every page.
    build: {
      target: FLOOR,
      assetsInlineLimit: (path) => (path.endsWith('.woff2') ? false : undefined),
    },
    server: { proxy: proxyToApi() },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              entryFileNames: fileName,
              chunkFileNames: fileName,
              codeSplitting: {
                groups: [
                  pageScript(),
                  PRODUCT,
                  REACT,
                  ...DELIVERY,
                  ...shared(false),
                  ...shared(true),
                ],
              },
            },
          },
        },
      },
    },
  },
});

/**
 * Short names of scripts. Each script that imports another holds its name; Astro's own would cost the checkout 100 bytes.
 * @param {{ name: string }} chunk
 */
function fileName({ name }) {
  return `_assets/${name.split('.')[0]}.[hash].js`;
}

/** Dynamic imports as the browser has them. Vite's preloading beside each would cost every page 1 kB. */
function plainImports() {
  return {
    name: 'turare-plain-imports',
    /** @param {import('vite').ResolvedConfig} config */
    configResolved({ build, environments }) {
      build.modulePreload = false;
      if (environments.client) environments.client.build.modulePreload = false;
    },
    renderChunk: {
      order: /** @type {const} */ ('post'),
      /** Unwraps what Vite has wrapped: `__vitePreload(() => import(…), __VITE_PRELOAD__)`. @param {string} code */
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
    /** Vite's own loads style sheets, too. Ours are loaded by fetchStyles. @param {string} id */
    load(id) {
      if (id !== '\0vite/preload-helper.js') return undefined;
      return 'export const __vitePreload = (load) => load();';
    },
  };
}

/** Applies the rewrites of hosts (src/server/hosting.ts) to `astro dev`. */
function rewrites() {
  return {
    name: 'turare-rewrites',
    /** @param {import('vite').ViteDevServer} server */
    configureServer(server) {
      server.middlewares.use((request, _, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://dev');
        const rule = REWRITES.find(({ path }) => path.test(pathname));
        if (rule) request.url = rule.file.replace(/[.]html$/, '');
        next();
      });
    },
  };
}

/** Parts of nanostores that its index exports and only islands use. */
const ISLANDS_ONLY =
  /\/nanostores\/(computed|deep-map|effect|keep-mount|listen-keys|map|map-creator|task)\//;

/** Bundles the script of every page with its imports into one file. Seven small files take 700 bytes more. */
function pageScript() {
  /** @type {Set<string>} */
  const needed = new Set();
  return {
    /** @type {(id: string, context: { getModuleInfo: (id: string) => any }) => string | null} */
    name(id, modules) {
      /** @type {(id: string) => void} */
      const walk = (id) => {
        if (needed.has(id) || ISLANDS_ONLY.test(id)) return;
        needed.add(id);
        for (const next of modules.getModuleInfo(id)?.importedIds ?? []) walk(next);
      };
      if (needed.size === 0) {
        walk(PAGE_SCRIPT);
        // With the script that imports it, or each page would first load a file that only imports this one.
        for (const importer of modules.getModuleInfo(PAGE_SCRIPT)?.importers ?? [])
          needed.add(importer);
      }
      return needed.has(id) ? 'page' : null;
    },
  };
}

/**
 * Groups of the modules that all islands of an entry of SHARED import, and that no earlier group has. Those without React are
 * files of their own, and come first, since a group also takes what its modules import. Small scripts share them, and would
 * load React with the others.
 * @param {boolean} withReact
 */
function shared(withReact) {
  return SHARED.map(({ name, islands }) =>
    sharedBy({ name: withReact ? name : `${name}-plain`, islands, withReact }),
  );
}

/** @param {{ name: string, islands: string[], withReact: boolean }} group */
function sharedBy({ name, islands, withReact }) {
  /** @type {Map<string, Set<string>>} */
  const reached = new Map();
  return {
    /** @type {(id: string, context: { getModuleInfo: (id: string) => any }) => string | null} */
    name(id, modules) {
      /** @type {(id: string, seen: Set<string>) => Set<string>} */
      const walk = (id, seen) => {
        if (seen.has(id)) return seen;
        seen.add(id);
        for (const next of modules.getModuleInfo(id)?.importedIds ?? []) walk(next, seen);
        return seen;
      };
      for (const island of islands) {
        const entry = fileURLToPath(new URL(`./src/site${island}`, import.meta.url));
        if (!reached.has(island)) reached.set(island, walk(entry, new Set()));
      }
      if (!islands.every((island) => reached.get(island)?.has(id))) return null;
      const needsReact = [...walk(id, new Set())].some((each) => REACT.test.test(each));
      return needsReact === withReact ? name : null;
    },
  };
}

/** In `astro dev` the site's origin also answers for the API, its pictures, the outbox and the back office, as in production. */
function proxyToApi() {
  const target = process.env.API_URL;
  if (!target) return {};
  return Object.fromEntries(['/api', '/media', '/dev', '/admin'].map((path) => [path, { target }]));
}
