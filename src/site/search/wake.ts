import { draw } from '#site/panels/panels.ts';
import styles from './search.css?url';

/** Loads React, the dropdown and its styles in parallel, and draws the dropdown. @throws when one did not arrive. */
export const wakeSearch = (place: Element) =>
  draw(place, () => import('./SearchDropdown.tsx'), styles);
