import type { Reader, Utterance } from './reader.ts';
import type { Transcript } from './transcript.ts';

/** The reader's words before it reads a new page. */
const LOADED = /^Finished loading/;
/** The most presses of one key before a shopper gives up. */
const PATIENCE = 60;

/** A blind shopper who uses only the keyboard. Her actions and what she hears are recorded. */
export function shopperWith(reader: Reader, transcript: Transcript) {
  /** Records an answer without the names of keys. */
  const answered = (did: string, said: readonly Utterance[]) => {
    transcript.note(did, said);
    return said.filter(({ echo }) => !echo).map(({ text }) => text);
  };
  const listen = async (milliseconds: number) => [
    ...(await reader.listen(milliseconds)),
    ...(await reader.hear()),
  ];
  return {
    /** Opens an address, whose page the reader reads to its end. */
    async open(did: string, work: () => Promise<unknown>) {
      await work();
      transcript.note(did, await reader.says(LOADED), false);
    },
    /** Presses a key that leads to another page, which the reader reads to its end. */
    async follow(key: string, arrived: () => Promise<unknown>) {
      await reader.press(key);
      await arrived();
      transcript.note(named(key), await reader.says(LOADED), false);
    },
    /** Makes the reader read the page from start to end. */
    async readAll() {
      await reader.press('ctrl+Home', 'KP_Add');
      transcript.note(`${named('ctrl+Home')}, ${named('KP_Add')}`, await reader.hear(), false);
    },
    /** Presses a key until the reader says some words. @throws Error when it does not. */
    async seek(key: string, words: RegExp) {
      const all: Utterance[] = [];
      for (let times = 1; times <= PATIENCE; times++) {
        await reader.press(key);
        const said = await reader.hear();
        all.push(...said);
        if (!said.some(({ text, echo }) => !echo && words.test(text))) continue;
        transcript.note(times === 1 ? named(key) : `${named(key)} × ${times}`, all, times === 1);
        return;
      }
      const heard = all.map(({ text }) => text).join(' / ');
      throw new Error(`${key} never led to ${words}. Heard: ${heard}`);
    },
    /** Presses a key, after which the page shows something. */
    async press(key: string, shown: () => Promise<unknown>) {
      await reader.press(key);
      await shown();
      return answered(named(key), await reader.hear());
    },
    /** Presses a key, and listens for a time. */
    async pressAndListen(key: string, milliseconds: number) {
      await reader.press(key);
      return answered(named(key), await listen(milliseconds));
    },
    /** Types into the focused field, and listens for a time. */
    async type(text: string, milliseconds = 0) {
      await reader.type(text);
      return answered(`types “${text}”`, await listen(milliseconds));
    },
    /** Does nothing for a while. Returns what was said unasked. */
    async rest(milliseconds: number) {
      const said = await reader.listen(milliseconds);
      return answered(`does nothing for ${milliseconds / 1000} seconds`, said);
    },
  };
}

export type Shopper = ReturnType<typeof shopperWith>;

const named = (key: string) => `\`${key}\``;
