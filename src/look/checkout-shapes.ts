/** The icons of the checkout's island, drawn as in shapes.ts. From that file it would load the icons of other islands. */
export const CHEVRON_DOWN = 'm4 8 8 8 8-8';
export const INFO = 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0zM12 11v5.5m0-9v.1';
export const LOCK = 'M5 11h14v9H5zm3 0V8a4 4 0 0 1 8 0v3';
