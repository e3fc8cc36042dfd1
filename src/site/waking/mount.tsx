import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';

/** Draws a component in place of what an element holds, while nobody knows better. */
export function mount(element: Element, Contents: ComponentType): void {
  createRoot(element).render(<Contents />);
}
