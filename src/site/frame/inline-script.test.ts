import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { inlineCall } from './inline-script.ts';

/** Returns what the script leaves in `heard`, when run as a page runs it. */
function hearing(script: string): unknown[] {
  const heard: unknown[] = [];
  runInNewContext(script, { heard });
  return heard;
}

declare const heard: unknown[];

describe('a script in the markup', () => {
  test('runs with values and functions, from their source alone', () => {
    const shout = (word: string) => `${word}!`;
    const script = inlineCall(
      (word: string, { times }: { times: number }, change: (word: string) => string) => {
        for (let time = 0; time < times; time++) heard.push(change(word));
      },
      'Oud',
      { times: 2 },
      shout,
    );
    expect(hearing(script)).toEqual(['Oud!', 'Oud!']);
  });

  test('is not ended by a text among its values', () => {
    const name = '</script><script>alert(1)</script><!--';
    const script = inlineCall((text: string) => heard.push(text), name);
    expect(script).not.toContain('<');
    expect(hearing(script)).toEqual([name]);
  });
});
