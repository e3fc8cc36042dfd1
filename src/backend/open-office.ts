import type { Hono } from 'hono';
import type { Log } from './base/log.ts';
import type { Services } from './http/services.ts';
import { originOf } from './office/origin.ts';
import type { Settings } from './settings/settings.ts';
import './office/jsx.ts';

/** Opens the back office over the services of an API with ADMIN=on. Loads its modules only now. */
export async function openAdmin(services: Services, settings: Settings, log: Log): Promise<Hono> {
  const [
    { mountAdmin },
    { officeRoutes },
    { subjectStyles: styles },
    { wayInView },
    { PASSKEY_SCRIPT },
    { PRINT_SCRIPT },
  ] = await Promise.all([
    import('./office/frame/mount.ts'),
    import('./office-routes.ts'),
    import('./office-styles.ts'),
    import('./office/way-in/way-in-page.tsx'),
    import('./office/way-in/assets.ts'),
    import('./order-book/office/print.ts'),
  ]);
  return mountAdmin(
    {
      db: services.db,
      media: services.media,
      wakeImports: services.imports.wake,
      settings,
      log,
      origin: originOf(settings),
    },
    {
      routes: officeRoutes(services),
      styles,
      assets: [PASSKEY_SCRIPT, PRINT_SCRIPT],
      wayIn: wayInView,
    },
  );
}
