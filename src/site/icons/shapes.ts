/** The drawings of all icons: paths on a ground of 24 × 24. A script bundles only the ones that it names. */
export const BAG = 'M5 8h14l1 13H4zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5';
export const BARS = 'M3 8h18M3 16h12';
export const CHEVRON_DOWN = 'm4 8 8 8 8-8';
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
export const INFO = 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0zM12 11v5.5m0-9v.1';
export const LENS = 'm20 20-5-5m2-5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0z';
export const LOCK = 'M5 11h14v9H5zm3 0V8a4 4 0 0 1 8 0v3';
export const PAUSE = 'M9 6v12M15 6v12';
export const PLAY = 'M9 6l8 6-8 6z';
export const PLUS = 'M12 5v14M5 12h14';
export const STAR = 'M12 3l2.8 6 6.5.7-4.9 4.4 1.4 6.4-5.8-3.3-5.8 3.3 1.4-6.4-4.9-4.4 6.5-.7z';
