/** Moves the focus to the page's main part, before the pressed button disappears. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
