/** Puts the focus on the page's main part, where it stays while the button that was pressed gives way to something else. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
