import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Load when the shopper reaches for the island: pointer, focus, touch, or its panel opening. */
    'client:reach'?: boolean;
  }
}
