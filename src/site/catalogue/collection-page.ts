import { type CollectionKind, collectionPath } from '#config/paths.ts';
import { PAGE_SIZE } from '#domain/products/pagination.ts';
import type { Card } from '#site/product-data/card.ts';
import { type KeyedFile, keyOf } from './build/kept-pages.ts';
import { cardOf } from './card.ts';
import type { Catalogue } from './catalogue.ts';
import type { Collection } from './collections.ts';
import { cardKey } from './product-page.ts';

/** The content of one page of a brand or category, apart from the frame. */
export interface CollectionPage {
  kind: CollectionKind;
  name: string;
  /** The number of its fragrances. */
  total: number;
  /** The URL of a picture for link previews. */
  image: string | undefined;
  page: number;
  pages: number;
  shown: readonly Card[];
}

type KeyedPage = KeyedFile<{
  params: { slug: string; page: string | undefined };
  props: CollectionPage;
}>;

/** Returns the pages of every brand or every category. */
export const keyedPagesOf = (catalogue: Catalogue, kind: CollectionKind): KeyedPage[] =>
  catalogue.collections
    .filter((collection) => collection.kind === kind)
    .flatMap((collection) => keyedCollectionPages(catalogue, collection));

/** Returns the pages of a brand or category. A page is rendered again when its key has changed. */
export function keyedCollectionPages(
  { now, frame }: Pick<Catalogue, 'now' | 'frame'>,
  { kind, name, slug, products }: Collection,
): KeyedPage[] {
  const pages = Math.ceil(products.length / PAGE_SIZE);
  const image = products.find(({ images }) => images.length > 0)?.images[0];
  return Array.from({ length: pages }, (_, index) => {
    const page = index + 1;
    const shown = products.slice(index * PAGE_SIZE, page * PAGE_SIZE).map(cardOf);
    const props = { kind, name, total: products.length, image, page, pages, shown };
    return {
      file: `${collectionPath(kind, name, page).slice(1)}.html`,
      key: keyOf(frame, { ...props, shown: shown.map((card) => cardKey(card, now)) }),
      path: { params: { slug, page: page === 1 ? undefined : String(page) }, props },
    };
  });
}
