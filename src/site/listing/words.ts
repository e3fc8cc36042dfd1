export const DEFAULT_HEADING = 'All Fragrances';
