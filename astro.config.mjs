import { writeFile } from 'node:fs/promises';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, envField } from 'astro/config';
import reach from './src/site/islands/reach/integration.ts';

export default defineConfig({
  srcDir: './src/site',
  site: process.env.SITE_URL ?? 'http://127.0.0.1:4321',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'never', assets: '_assets' },
  integrations: [react(), reach(), report()],
  devToolbar: { enabled: false },
  env: {
    validateSecrets: true,
    schema: {
      /** Where the build reads the catalogue. */
      API_URL: envField.string({ context: 'server', access: 'secret', url: true }),
      /** Where the browser calls; '' is the site's own origin. */
      PUBLIC_API_URL: envField.string({ context: 'client', access: 'public', default: '' }),
      /** An image CDN's URL template with {url} and {width}; '' uses the backend's own pictures. */
      PUBLIC_IMAGE_URL: envField.string({ context: 'client', access: 'public', default: '' }),
    },
  },
  security: { csp: true },
  vite: {
    plugins: [tailwindcss()],
    server: { proxy: proxyToApi() },
  },
});

/** In `astro dev` the API, its pictures and the outbox answer on the site's own origin, as in production. */
function proxyToApi() {
  const target = process.env.API_URL;
  if (!target) return {};
  return Object.fromEntries(['/api', '/media', '/dev'].map((path) => [path, { target }]));
}

/** Leaves the build's figures for the publisher: pages and highest memory in MB. */
function report() {
  return {
    name: 'turare-report',
    hooks: {
      'astro:build:done': async (/** @type {{ pages: unknown[] }} */ { pages }) => {
        const path = process.env.BUILD_REPORT;
        if (!path) return;
        const peakMemory = Math.round(process.resourceUsage().maxRSS / 1024);
        await writeFile(path, JSON.stringify({ pages: pages.length, peakMemory }));
      },
    },
  };
}
