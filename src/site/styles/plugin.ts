import type { Plugin } from 'vite';

/**
 * `var(--token, fallback)`. A fallback has parentheses in parentheses at most. Tailwind's own variables have theirs.
 */
const FALLBACK = /var\((--(?!tw-)[\w-]+),(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;

/**
 * Removes the fallbacks of tokens. Tailwind writes one beside each in a sheet that only refers to the tokens. They are
 * never used, because every page has global.css.
 */
export function tokensWithoutFallbacks(): Plugin {
  return {
    name: 'turare-tokens',
    // After Tailwind, which is one of these, too.
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$|\.css\?/ },
      handler: (css) => ({ code: css.replaceAll(FALLBACK, 'var($1)'), map: null }),
    },
  };
}
