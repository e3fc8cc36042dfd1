import { brandPath } from '#config/paths.ts';
import { PAGE_SIZE } from '#domain/pagination.ts';
import type { Brand } from './brands.ts';
import { type Card, cardOf } from './card.ts';
import type { Catalogue } from './catalogue.ts';
import { type KeyedFile, keyOf } from './kept-pages.ts';
import { cardKey } from './product-page.ts';

/** What one page of a brand shows, besides the frame of every page. */
export interface BrandPage {
  name: string;
  /** Number of the brand's fragrances. */
  total: number;
  /** URL of a picture for link previews. */
  image: string | undefined;
  page: number;
  pages: number;
  shown: readonly Card[];
}

/** The pages of a brand. A page is rendered again when its key has changed. */
export function keyedBrandPages(
  { now, frame }: Pick<Catalogue, 'now' | 'frame'>,
  { name, slug, products }: Brand,
): KeyedFile<{ params: { slug: string; page: string | undefined }; props: BrandPage }>[] {
  const pages = Math.ceil(products.length / PAGE_SIZE);
  const image = products.find(({ images }) => images.length > 0)?.images[0];
  return Array.from({ length: pages }, (_, index) => {
    const page = index + 1;
    const shown = products.slice(index * PAGE_SIZE, page * PAGE_SIZE).map(cardOf);
    const props: BrandPage = { name, total: products.length, image, page, pages, shown };
    return {
      file: `${brandPath(name, page).slice(1)}.html`,
      key: keyOf(frame, { ...props, shown: shown.map((card) => cardKey(card, now)) }),
      path: { params: { slug, page: page === 1 ? undefined : String(page) }, props },
    };
  });
}
