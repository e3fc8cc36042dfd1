import type { Extension } from '#contract/extensions.ts';
import type { Checked } from '#site/catalogue/reading/check.ts';
import type { LineMemory } from '#site/catalogue/reading/stream.ts';

const lines = new Map<string, Checked>();
/** The extensions whose fields the remembered products have. */
let fields = '';

const namesOf = (extensions: ReadonlySet<string>) => [...extensions].sort().join(' ');

/** Whether a catalogue comes in lines that say everything of their product. */
export const isInLines = (extensions: ReadonlySet<string>): boolean =>
  (['catalogue.snapshot', 'product.facts'] satisfies Extension[]).every((name) =>
    extensions.has(name),
  );

/** An empty memory for a rehearsal. */
export function startMemory(extensions: ReadonlySet<string>): LineMemory {
  fields = namesOf(extensions);
  lines.clear();
  return lines;
}

/** What a rehearsal has read; undefined without one, or when the backend offers other extensions since. */
export const remembered = (extensions: ReadonlySet<string>): LineMemory | undefined =>
  lines.size > 0 && namesOf(extensions) === fields ? { get: (line) => lines.get(line) } : undefined;

/** Frees the memory after a reading. The products stay. */
export const forgetLines = (): void => lines.clear();
