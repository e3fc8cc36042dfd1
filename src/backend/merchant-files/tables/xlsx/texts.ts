import type { Parts } from './parts.ts';
import { allOf, type Handlers, readXml } from './xml.ts';

/** Returns the texts that cells refer to by number, without fonts (shared strings). */
export async function readTexts(parts: Parts, path: string | undefined): Promise<string[]> {
  if (path === undefined) return [];
  return allOf(
    readXml<string>(parts.bytes(path), (emit) => {
      const collector = collectText(['t']);
      return {
        ...collector,
        close(name) {
          collector.close(name);
          if (name === 'si') emit(unescapeText(collector.take()));
        },
      };
    }),
  );
}

type Collector = Required<Handlers> & {
  /** Returns the text since the last call. */
  take(): string;
};

/** Collects the text within some elements, without the phonetic guides above it (`rPh`). */
export function collectText(elements: readonly string[]): Collector {
  let text = '';
  let collects = false;
  let inGuide = false;
  return {
    open(name) {
      if (name === 'rPh') inGuide = true;
      collects = !inGuide && elements.includes(name);
    },
    close(name) {
      if (name === 'rPh') inGuide = false;
      collects = false;
    },
    text(more) {
      if (collects) text += more;
    },
    take() {
      const taken = text;
      text = '';
      return taken;
    },
  };
}

/** Excel writes characters that XML does not allow as `_x000D_` (ECMA-376, part 1, §22.9.2.19). */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
