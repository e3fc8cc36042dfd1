import { open, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from './programs.ts';

/** Milliseconds without a line in the reader's log after which it has finished. */
const SILENCE_MS = 500;
const LOOK_MS = 50;

/** Something that the reader has said. */
export interface Utterance {
  text: string;
  /** Whether it names the key that was pressed. */
  echo: boolean;
}

/** A line of Orca's log. The name of a key is followed by room for its state, such as that of Caps Lock. */
const SPEECH = /SPEECH OUTPUT: '([\s\S]*?)(?:' voice=\w+|'|( ' ))(?=\[?\{'|None|\n)/g;

/** A screen reader: the keys that it gets, and its speech. */
export class Reader {
  readonly #log: string;
  readonly #keys: (args: string[]) => Promise<{ code: number }>;
  #read = 0;

  constructor(log: string, keys: (args: string[]) => Promise<{ code: number }>) {
    this.#log = log;
    this.#keys = keys;
  }

  /** Presses keys one after the other, by their names in X: `Tab`, `Return`, `shift+h`. */
  async press(...keys: string[]): Promise<void> {
    const { code } = await this.#keys(['key', '--clearmodifiers', ...keys]);
    if (code !== 0) throw new Error(`xdotool refused ${keys.join(' ')}`);
  }

  /** Types a text like a person who types quickly. */
  async type(text: string): Promise<void> {
    await this.#keys(['type', '--clearmodifiers', '--delay', '60', text]);
  }

  /** Waits until the reader is silent. Returns its speech since the last call. */
  async hear(): Promise<Utterance[]> {
    let size = -1;
    let since = performance.now();
    while (performance.now() - since < SILENCE_MS) {
      const { size: now } = await stat(this.#log);
      if (now !== size) {
        size = now;
        since = performance.now();
      }
      await pause(LOOK_MS);
    }
    return await this.#said();
  }

  /** Listens for a time. Returns the speech in it. */
  async listen(milliseconds: number): Promise<Utterance[]> {
    await pause(milliseconds);
    return await this.#said();
  }

  /** Waits until the reader has said something. Returns its speech since the last call. */
  async says(words: RegExp): Promise<Utterance[]> {
    const all: Utterance[] = [];
    await waitFor(`the reader to say ${words}`, async () => {
      all.push(...(await this.#said()));
      return all.some(({ text }) => words.test(text)) || undefined;
    });
    return [...all, ...(await this.hear())];
  }

  async #said(): Promise<Utterance[]> {
    await using file = await open(this.#log);
    const { size } = await file.stat();
    const bytes = Buffer.alloc(size - this.#read);
    await file.read(bytes, 0, bytes.length, this.#read);
    // The last line may be incomplete.
    const end = bytes.lastIndexOf('\n') + 1;
    this.#read += end;
    return [...bytes.toString('utf8', 0, end).matchAll(SPEECH)].map(([, text = '', state]) => ({
      text: text.replace(/\s+/g, ' ').trim(),
      echo: state !== undefined,
    }));
  }
}
