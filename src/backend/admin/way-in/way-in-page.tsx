/** @jsxImportSource hono/jsx */
import { definePage } from '#backend/admin/frame/routes.ts';
import { shop } from '#config/shop.ts';

/** Where a person without a session comes to. */
export const wayInPage = definePage({
  path: '/admin/way-in',
  role: 'anyone',
  view: () => ({
    title: shop.name,
    bare: true,
    body: <p>Sign in with your passkey.</p>,
  }),
});
