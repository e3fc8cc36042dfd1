import { atom } from 'nanostores';

/** The id of the open panel's `<dialog>`; null when none is open. */
export const $panel = atom<string | null>(null);

/** Opens a panel (panels.ts shows its dialog). */
export function openPanel(id: string): void {
  $panel.set(id);
}

/** Closes the open panel, if there is one. */
export function closePanel(): void {
  $panel.set(null);
}
