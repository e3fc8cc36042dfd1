import type { Utterance } from './reader.ts';

/** A shopper's action, and the reader's speech about it. */
export interface Deed {
  did: string;
  said: readonly Utterance[];
  /** Whether this is an answer. Reading the page, or one control after the other, may repeat the same words. */
  answer: boolean;
}

/** A counted thing, how often it was heard, and how often it must be. */
export interface Figure {
  what: string;
  heard: number;
  wanted: number;
}

/** Columns of the file. */
const WIDTH = 110;

/** The actions of a purchase in steps, as a readable file. */
export class Transcript {
  readonly figures: Figure[] = [];
  readonly #head: readonly string[];
  readonly #steps: { title: string; deeds: Deed[] }[] = [];

  /** Starts a transcript. @param head - the paragraphs before the first step. */
  constructor(head: readonly string[]) {
    this.#head = head;
  }

  begin(title: string): void {
    this.#steps.push({ title, deeds: [] });
  }

  note(did: string, said: readonly Utterance[], answer = true): void {
    this.#steps.at(-1)?.deeds.push({ did, said, answer });
  }

  /** Returns what was said more than once in one answer. */
  repeated(): string[] {
    return this.#steps
      .flatMap(({ deeds }) => deeds.filter(({ answer }) => answer))
      .flatMap(({ said }) => {
        const words = said.filter(({ echo }) => !echo).map(({ text }) => text);
        return words.filter((text, at) => words.indexOf(text) < at);
      });
  }

  markdown(): string {
    const steps = this.#steps.map(({ title, deeds }, at) => [
      `## ${at + 1}. ${title}`,
      deeds.map(line).join('\n'),
    ]);
    const table = [
      '| counted | heard | must be |',
      '| --- | --- | --- |',
      ...this.figures.map(({ what, heard, wanted }) => `| ${what} | ${heard} | ${wanted} |`),
    ];
    return `${[...this.#head, ...steps.flat(), '## Figures', table.join('\n')].join('\n\n')}\n`;
  }
}

const escaped = (text: string) => text.replace(/[\\`*_<>[\]#|]/g, '\\$&');

function line({ did, said }: Deed): string {
  const words = said.map(({ text, echo }) => (echo ? `(${escaped(text)})` : escaped(text)));
  return wrapped(`- ${did}: ${words.join(' / ') || '*nothing*'}`);
}

/** Returns the lines of a list item, broken between words. */
function wrapped(text: string): string {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > WIDTH) {
    const end = rest.lastIndexOf(' ', WIDTH);
    if (end <= 2) break;
    lines.push(rest.slice(0, end));
    rest = `  ${rest.slice(end + 1)}`;
  }
  return [...lines, rest].join('\n');
}
