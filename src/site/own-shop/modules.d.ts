/** The modules that own-shop/plugin.ts makes from the shop's folder. */

declare module 'virtual:shop-pictures' {
  /** The pictures of pictures/, by name: 'hero'. */
  export const pictures: Readonly<Record<string, import('astro').ImageMetadata>>;
}

declare module 'virtual:shop-pages' {
  /** The pages of pages/, by name: 'about'. */
  export const pages: Readonly<
    Record<string, import('astro').MarkdownInstance<Record<string, unknown>>>
  >;
}
