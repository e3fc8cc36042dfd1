import type { Context, Hono } from 'hono';
import type { Services } from '#backend/services/services.ts';
import type { Settings } from '#backend/settings.ts';
import './jsx.ts';

/** The back office over the services of an API that has ADMIN=on. Nothing of it is loaded before. */
export async function openAdmin(
  services: Services,
  settings: Settings,
  addressOf: (context: Context) => string | null,
): Promise<Hono> {
  const [{ mountAdmin }, { routes }, { originOf }] = await Promise.all([
    import('./frame/mount.tsx'),
    import('./routes.ts'),
    import('./origin.ts'),
  ]);
  return mountAdmin({ services, settings, addressOf, origin: originOf(settings) }, routes);
}
