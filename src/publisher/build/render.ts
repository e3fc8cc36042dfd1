import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { build } from 'astro';
import { root } from '#process/root.ts';
import { leanPolicy } from '#server/page-policy.ts';

type Prerenderer = Parameters<
  Parameters<NonNullable<AstroIntegration['hooks']['astro:build:start']>>[0]['setPrerenderer']
>[0];
type DefaultPrerenderer = Exclude<Prerenderer, (...args: never) => unknown>;

/** What a build must know that may change until the moment it begins. */
export interface BuildInputs {
  /** The time (ms) that decides which discounts count. */
  time: number;
  /** Folder with what the build before left; absent for a build from nothing. */
  previousState?: string | undefined;
}

/** What came of a build. */
export interface Rendered {
  /** The site: pages that changed, and all that is not kept page by page. */
  site: string;
  /** What the build leaves for the next one (src/site/catalogue/build-state.ts). */
  state: string;
}

/**
 * Runs Astro's build in this process. The bundles are made at once; the catalogue is read when `inputs` are there.
 * @param work - an empty folder of this process, which becomes the current one.
 * @param onFile - is given every file that a route makes, from the site's root, just before it is written.
 * @throws what Astro throws, with the reason in its words.
 */
export async function render(
  work: string,
  inputs: () => Promise<BuildInputs>,
  onFile: (file: string, content: Uint8Array) => Promise<void>,
): Promise<Rendered> {
  const site = join(work, 'site');
  const state = join(work, 'state');
  await mkdir(state, { recursive: true });
  // Astro bundles the pages' code beside its output if that is below the current folder, else into the sources, where
  // two builds would meet. There it finds its packages by this link.
  await symlink(join(root, 'node_modules'), join(work, 'node_modules'), 'junction');
  process.chdir(work);
  const moment: AstroIntegration = {
    name: 'turare-publisher',
    hooks: {
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer((prerenderer) => ({
          ...prerenderer,
          async setup() {
            const { time, previousState } = await inputs();
            Object.assign(process.env, {
              BUILD_TIME: String(time),
              BUILD_STATE: state,
              PREVIOUS_STATE: previousState ?? '',
            });
            await prerenderer.setup?.();
          },
          render: (request, options) => keepCopy(prerenderer, request, options, onFile),
        }));
      },
    },
  };
  await build({
    root,
    outDir: site,
    logLevel: 'error',
    integrations: [moment],
  });
  return { site, state };
}

/** Renders a page as Astro does, lays the last hand on it, and gives its bytes on. */
async function keepCopy(
  prerenderer: DefaultPrerenderer,
  request: Request,
  options: Parameters<DefaultPrerenderer['render']>[1],
  onFile: (file: string, content: Uint8Array) => Promise<void>,
): ReturnType<DefaultPrerenderer['render']> {
  const rendered = await prerenderer.render(request, options);
  const answer = rendered instanceof Response ? rendered : rendered.response;
  if (!answer.ok || !answer.body) return rendered;
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isPage = answer.headers.get('content-type')?.startsWith('text/html');
  const content = isPage ? Buffer.from(leanPolicy(bytes.toString('latin1')), 'latin1') : bytes;
  await onFile(decodeURI(new URL(request.url).pathname.slice(1)), content);
  const response = new Response(content, answer);
  return rendered instanceof Response ? response : { ...rendered, response };
}
