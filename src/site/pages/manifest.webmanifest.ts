import type { APIRoute } from 'astro';
import { paths } from '#config/paths.ts';
import { shop } from '#config/shop.ts';

/** `paper` of src/look/tokens.css. */
const PAPER = '#f7f1e6';

const icon = (name: string, size: number, purpose: string) => ({
  src: `/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

export const GET: APIRoute = () =>
  new Response(
    JSON.stringify({
      id: paths.home,
      name: `${shop.name}. ${shop.tagline}`,
      short_name: shop.name,
      lang: 'en-NG',
      start_url: paths.home,
      display: 'standalone',
      background_color: PAPER,
      theme_color: PAPER,
      icons: [
        icon('icon-192', 192, 'any'),
        icon('icon-512', 512, 'any'),
        icon('icon-maskable-512', 512, 'maskable'),
      ],
    }),
  );
