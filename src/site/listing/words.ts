export const DEFAULT_HEADING = 'All Fragrances';

/** What an empty result proposes, as far as the catalogue has it. */
export const WORDS_TO_TRY = ['oud', 'rain', 'rose', 'vanilla'];
