import type { Note } from '#contract/reading/reader.ts';

/** Notes about one field. `got` and `wanted` come from the first note. */
export interface NoteCount extends Note {
  count: number;
}

/** Counts notes by field, since a catalogue of 10,000 products may have as many about one. */
export class NoteTally {
  readonly #counts = new Map<string, NoteCount>();

  add(notes: readonly Note[]): void {
    for (const note of notes) {
      const key = `${note.did} ${note.field}`;
      const known = this.#counts.get(key);
      if (known) known.count++;
      else this.#counts.set(key, { ...note, count: 1 });
    }
  }

  /** Returns the notes, the most frequent first. */
  list(): NoteCount[] {
    return [...this.#counts.values()].sort((a, b) => b.count - a.count);
  }
}
