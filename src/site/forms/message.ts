/** What became of the last press. */
export type Message = { kind: 'offline' } | { kind: 'failed'; text: string };
