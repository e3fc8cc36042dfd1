import type { Plugin } from 'vite';

/** Matches `var(--token, fallback)`, with up to two levels of parentheses. Tailwind's own variables keep theirs. */
const FALLBACK = /var\((--(?!tw-)[\w-]+),(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;

/**
 * Removes the fallbacks of tokens. Tailwind writes one beside each token in a sheet that only refers to the tokens.
 * They are never used, because every page has global.css.
 */
export function tokensWithoutFallbacks(): Plugin {
  return {
    name: 'turare-tokens',
    // After Tailwind, whose plugins are also 'pre'.
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$|\.css\?/ },
      handler: (css) => ({ code: css.replaceAll(FALLBACK, 'var($1)'), map: null }),
    },
  };
}
