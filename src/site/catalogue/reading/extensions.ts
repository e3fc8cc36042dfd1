import type { Extension } from '#contract/extensions.ts';
import { type Api, ApiRefusal, excerpt, PassingFault, readText } from './api.ts';
import { CatalogueFault } from './fault.ts';

const PATH = '/api/extensions';
const OPTIONAL = 'This call is optional: the site works with the calls of the specification alone.';

interface ExtensionsOptions {
  /** The extensions of the live release. undefined if there is no release or it does not matter; [] if it uses none. */
  before: readonly string[] | undefined;
  /** Receives a line when the answer is not a list, except for 404. */
  log: (line: string) => void;
}

/**
 * Reads the backend's extensions to spec §7. The call is optional, so any answer other than `{ extensions: [...] }`
 * means none. A fault that may pass (5xx, 408, 429, silence) is retried as in other calls; if it persists, it also
 * means none. There is one exception. If the live release uses extensions, only a list or a 404 is believed: a backend
 * in trouble, or a proxy in front of it, must not remove them from the site.
 * @throws CatalogueFault when another answer comes and the live release uses extensions.
 */
export async function readExtensions(
  api: Api,
  { before, log }: ExtensionsOptions,
): Promise<ReadonlySet<Extension>> {
  const used = before?.length ? before : undefined;
  const none = (why: string) => {
    log(`${PATH} ${why}, so the backend is read without extensions. ${OPTIONAL}`);
    return new Set<Extension>();
  };
  // If the live release uses no extensions, one try is enough: the backend gives the same answer in every build.
  const patient = before?.length === 0 ? api.once : api;
  try {
    return await patient.ask(PATH, async (answer) => {
      const text = await readText(answer, api.timeout);
      const list = listOf(text);
      if (list) return new Set(list);
      if (used) throw new PassingFault(`The answer is not a list of extensions: ${excerpt(text)}`);
      return none('answered something else than { "extensions": [...] }');
    });
  } catch (error) {
    if (!(error instanceof CatalogueFault)) throw error;
    const refused = error instanceof ApiRefusal ? error.status : undefined;
    if (refused === 404) return new Set();
    if (!used) return none(refused ? `answered ${refused}` : `gave no answer (${error.message})`);
    throw new CatalogueFault(
      'unreadable',
      `${error.message}\nThe live release uses extensions (${used.join(', ')}), and a release without them would lose what they give. If the backend has none any more, publish with --full.`,
      { cause: error },
    );
  }
}

/** Returns the names in an answer, including those that the contract does not know; undefined for another shape. */
function listOf(text: string): Extension[] | undefined {
  try {
    const { extensions } = Object(JSON.parse(text)) as { extensions?: unknown };
    if (!Array.isArray(extensions)) return undefined;
    return extensions.filter((name): name is Extension => typeof name === 'string');
  } catch {
    return undefined;
  }
}
