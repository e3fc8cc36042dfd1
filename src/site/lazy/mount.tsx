import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';

/** Renders a component in place of an element's contents. */
export function mount(element: Element, Contents: ComponentType): void {
  createRoot(element).render(<Contents />);
}
