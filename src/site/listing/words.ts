export const DEFAULT_HEADING = 'All Fragrances';

export const countLabel = (total: number) =>
  total === 1 ? '1 fragrance' : `${total.toLocaleString('en-NG')} fragrances`;
