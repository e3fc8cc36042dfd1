import { inlineCall } from '#site/frame/inline-script.ts';

/**
 * Marks the landing page before the first paint if the device saves data: it then shows one banner. Browsers that know
 * `prefers-reduced-data` need no mark.
 */
export const saving = inlineCall(() => {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) document.documentElement.classList.add('saving');
});
