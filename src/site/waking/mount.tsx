import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { island } from './island.tsx';

/** Renders a component in place of an element's contents. */
export function mount(element: Element, Contents: ComponentType): void {
  const Island = island(Contents);
  createRoot(element).render(<Island />);
}
