/** Moves the focus to the page's main part, before the clicked button disappears. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
