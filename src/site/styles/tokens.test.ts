import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as breakpoints from './breakpoints.ts';

const css = readFileSync(new URL('../../look/tokens.css', import.meta.url), 'utf8');
const colours = (part: string) =>
  Object.fromEntries(
    [...part.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  ) as Record<string, string>;
const [day = '', night = ''] = css.split('prefers-color-scheme: dark');
const SCHEMES = { light: colours(day), dark: { ...colours(day), ...colours(night) } };

/** Returns the relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['paper', 'paper-deep'];
/** Text to read: 4.5 (1.4.3). */
const TEXT = [
  ...GROUNDS.flatMap((ground) =>
    ['ink', 'ink-soft', 'amber', 'palm', 'danger'].map((text) => [text, ground]),
  ),
  ['on-amber', 'amber-ground'],
  ['on-palm', 'palm-ground'],
  ['on-night', 'night-ground'],
  // A button, and a button under the pointer.
  ['paper', 'ink'],
] as const;
/** Seen, not read: borders of controls, focus rings, dots, stars, icons: 3 (1.4.11). */
const SEEN = [
  ...GROUNDS.flatMap((ground) => ['edge', 'amber', 'danger'].map((mark) => [mark, ground])),
  // The focus on the ground of promo and banners, and their dots.
  ['amber-ground', 'palm-ground'],
  ['amber-ground', 'night-ground'],
  ['on-night', 'night-ground'],
] as const;

describe.each(Object.entries(SCHEMES))('the %s scheme', (_, scheme) => {
  const measure = (pairs: readonly (readonly string[])[], least: number) =>
    pairs.flatMap(([a = '', b = '']) => {
      const ratio = contrast(scheme[a] ?? '', scheme[b] ?? '');
      return ratio >= least ? [] : [`${a} on ${b}: ${ratio.toFixed(2)}`];
    });

  it('has readable text on each background', () => expect(measure(TEXT, 4.5)).toEqual([]));
  it('has visible controls, marks and focus', () => expect(measure(SEEN, 3)).toEqual([]));
});

it.each(Object.entries(breakpoints))(
  'the breakpoint %s is the one of tokens.css',
  (name, media) => {
    const token = name.replace('FROM_', '--breakpoint-').toLowerCase();
    expect(media).toBe(`(min-width: ${css.match(`${token}: (\\w+);`)?.[1]})`);
  },
);
