/**
 * Marks the landing page of a device that saves data, before the first paint: it shows one banner. Browsers that know
 * `prefers-reduced-data` need no mark.
 */
export const saving = `if(navigator.connection?.saveData)mark.add('saving');`;
