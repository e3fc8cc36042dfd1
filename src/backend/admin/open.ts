import type { Hono } from 'hono';
import type { Log } from '#backend/log.ts';
import type { Services } from '#backend/services/services.ts';
import type { Settings } from '#backend/settings.ts';
import { originOf } from './origin.ts';
import './jsx.ts';

/** The back office over the services of an API that has ADMIN=on. Nothing of it is loaded before. */
export async function openAdmin(services: Services, settings: Settings, log: Log): Promise<Hono> {
  const [{ mountAdmin }, { routes }, { subjectStyles: styles }, { wayInView }, { PASSKEY_SCRIPT }] =
    await Promise.all([
      import('./frame/mount.ts'),
      import('./routes.ts'),
      import('./styles.ts'),
      import('./way-in/way-in-page.tsx'),
      import('./way-in/assets.ts'),
    ]);
  return mountAdmin(
    { services, settings, log, origin: originOf(settings) },
    { routes, styles, assets: [PASSKEY_SCRIPT], wayIn: wayInView },
  );
}
