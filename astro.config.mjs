import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, envField } from 'astro/config';
import { apiAddress } from '#config/api-address.ts';
import { publicFolder } from '#config/shop-folder.ts';
import { REWRITES } from '#server/hosting.ts';
import { keptRenditions } from '#site/artwork/kept-renditions.ts';
import { chunks, plainImports } from '#site/build/chunks.ts';
import { serviceWorkers } from '#site/offline/plugin.ts';
import { ownShop } from '#site/own-shop/plugin.ts';
import { tokensWithoutFallbacks } from '#site/styles/plugin.ts';

/** The browser floor of the README (decision 30): tests/e2e/frame/floor.spec.ts reads it from the built files. */
const FLOOR = ['chrome115', 'edge115', 'firefox125', 'safari17', 'ios17'];

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
  // No page is Markdown, and Astro warns about the styles of its highlighter.
  markdown: { syntaxHighlight: false },
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
    environments: { client: { build: { rolldownOptions: chunks() } } },
  },
});

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

/** In `astro dev` the site's origin also answers for the API, its pictures, the outbox and the back office, as in production. */
function proxyToApi() {
  const target = process.env.API_URL;
  if (!target) return {};
  return Object.fromEntries(['/api', '/media', '/dev', '/admin'].map((path) => [path, { target }]));
}
