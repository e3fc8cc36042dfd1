import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { build } from 'astro';
import { root } from '#process/root.ts';
import type { Kind } from '#publisher/release/new-file.ts';
import type { BuildOrder } from '#site/catalogue/build/order.ts';
import { LINES } from '#site/feeds/lines.ts';

type Prerenderer = Parameters<
  Parameters<NonNullable<AstroIntegration['hooks']['astro:build:start']>>[0]['setPrerenderer']
>[0];
type DefaultPrerenderer = Exclude<Prerenderer, (...args: never) => unknown>;

/** The pages in progress at once. */
const AT_ONCE = 4;

/** Writes a file from a route, by its path in the site. */
type WriteFile = (file: string, content: ArrayBuffer, kind: Kind) => Promise<void>;

/**
 * Runs Astro's build in this process. Bundles the code at once, and reads the catalogue when the order comes
 * (src/site/catalogue/build/order.ts).
 * @param folders.work - an empty folder of this process. It becomes the current folder.
 * @param folders.site - the folder below `work` for files that no route makes.
 * @param onFile - receives every file from a route, with its path in the site, and writes it.
 * @param onCatalogue - called after the catalogue is read, before the first page is rendered.
 * @throws Astro's error.
 */
export async function render(
  { work, site }: { work: string; site: string },
  order: () => Promise<BuildOrder>,
  onFile: WriteFile,
  onCatalogue: () => void,
): Promise<void> {
  // Astro writes the pages' code beside its output if that is below the current folder. Otherwise it writes into the
  // package, where two builds would overwrite each other. The link lets that code find its packages.
  await symlink(join(root, 'node_modules'), join(work, 'node_modules'), 'junction');
  process.chdir(work);
  const publisher: AstroIntegration = {
    name: 'turare-publisher',
    hooks: {
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer((prerenderer) => ({
          ...prerenderer,
          async setup() {
            globalThis.turareOrder = order();
            // The reader of the catalogue awaits it, and gets its error then.
            globalThis.turareOrder.catch(() => {});
            await prerenderer.setup?.();
          },
          async getStaticPaths() {
            const all = await prerenderer.getStaticPaths();
            onCatalogue();
            // The threads need most time for feeds, so these come before pages.
            const isPage = ({ route }: (typeof all)[number]) => Number(route.type !== 'endpoint');
            return all.sort((a, b) => isPage(a) - isPage(b));
          },
          render: (request, options) => renderFile(prerenderer, request, options, onFile),
        }));
      },
    },
  };
  await build({
    root,
    outDir: site,
    logLevel: 'error',
    integrations: [publisher],
    // For each page Astro waits for hashes from another thread. In the meantime the next pages are rendered.
    build: { concurrency: AT_ONCE },
  });
}

/** Renders a page or another file and passes it to `onFile`. Astro writes no file for an answer without a body. */
async function renderFile(
  prerenderer: DefaultPrerenderer,
  request: Request,
  options: Parameters<DefaultPrerenderer['render']>[1],
  onFile: WriteFile,
): ReturnType<DefaultPrerenderer['render']> {
  const rendered = await prerenderer.render(request, options);
  const answer = rendered instanceof Response ? rendered : rendered.response;
  if (!answer.ok || !answer.body) return rendered;
  const file = decodeURIComponent(new URL(request.url).pathname.slice(1));
  await onFile(file, await answer.arrayBuffer(), kindOf(answer.headers.get('content-type') ?? ''));
  return new Response(null, answer);
}

function kindOf(type: string): Kind {
  if (type === LINES) return 'lines';
  return type.startsWith('text/html') ? 'page' : 'file';
}
