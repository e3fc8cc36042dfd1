/** The drawings of all icons: paths on an area of 24 × 24. A script bundles only the ones that it names. */
export const BAG = 'M5 8h14l1 13H4zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5';
export const BARS = 'M3 8h18M3 16h12';
export const CHEVRON_LEFT = 'm14 6-6 6 6 6';
export const CHEVRON_RIGHT = 'm10 6 6 6-6 6';
/** Closes a panel. */
export const CLOSE = 'm5 5 14 14m0-14L5 19';
/** Empties a field, or dismisses a message. */
export const CROSS = 'm7 7 10 10m0-10L7 17';
export const EYE =
  'M2.5 12s3.5-6 9.5-6 9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6zM9.5 12a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0z';
export const HEART = 'M12 20.5 4.2 12.6a4.8 4.8 0 0 1 6.8-6.8l1 1 1-1a4.8 4.8 0 0 1 6.8 6.8z';
/** The heart beside the large buttons of a product's page. */
export const HEART_WIDE =
  'M12 20 4.3 12.4a4.8 4.8 0 0 1 0-6.9 4.9 4.9 0 0 1 6.9 0l.8.8.8-.8a4.9 4.9 0 0 1 6.9 0 4.8 4.8 0 0 1 0 6.9z';
export const LENS = 'm20 20-5-5m2-5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0z';
export const PAUSE = 'M9 6v12M15 6v12';
export const PERCENT = 'M19 5 5 19M6 7.5v.1m12 8.9v.1';
export const PLAY = 'M9 6l8 6-8 6z';
export const PLUS = 'M12 5v14M5 12h14';
export const STAR = 'M12 3l2.8 6 6.5.7-4.9 4.4 1.4 6.4-5.8-3.3-5.8 3.3 1.4-6.4-4.9-4.4 6.5-.7z';
/** The back office's sections. */
export const CLOCK = 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0zM12 7v5l3.5 2';
export const DOTS = 'M5 12v.1M12 12v.1M19 12v.1';
export const HOME = 'M4 11l8-7 8 7v9h-5.5v-6h-5v6H4z';
export const LETTER = 'M3 6h18v12H3zm.5.5L12 13l8.5-6.5';
export const LIST = 'M8 6h12M8 12h12M8 18h12M4 6v.1M4 12v.1M4 18v.1';
/** A banknote. */
export const NOTE = 'M3 7h18v10H3zM9.5 12a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0z';
export const PEOPLE =
  'M3 20c0-3.5 2.5-6 6-6s6 2.5 6 6M5.5 8a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0zM16 4.9a3.5 3.5 0 0 1 0 6.2M17.5 14.4c2.1.8 3.5 2.9 3.5 5.6';
export const PERSON = 'M5 21c0-4.5 3-7 7-7s7 2.5 7 7M8 7.5a4 4 0 1 0 8 0 4 4 0 1 0-8 0z';
export const TAG = 'M3 12V4h8l10 10-8 8zM7.5 8v.1';
export const TRUCK =
  'M2 6h12v10H2zM14 9h4l4 4v3h-8M5 18a2 2 0 1 0 4 0 2 2 0 1 0-4 0zM15 18a2 2 0 1 0 4 0 2 2 0 1 0-4 0z';
