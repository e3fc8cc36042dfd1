import { Component, type ComponentType, type MouseEvent, type ReactNode } from 'react';
import { shop } from '#config/shop.ts';

/** Stands in for an island whose rendering throws. React writes the error to the console. */
class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  retry = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button disappears: the focus moves to the panel or page around it.
    const around = currentTarget.closest('dialog')?.querySelector('button[data-close]');
    ((around ?? document.getElementById('main')) as HTMLElement | null)?.focus();
    this.setState({ failed: false });
  };

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div role="alert" className="notice notice-error m-5 grid justify-items-start gap-2">
        <p>
          This part of the page could not be shown. Please try again, or call us on{' '}
          <a href={shop.phone.href} className="link whitespace-nowrap">
            {shop.phone.label}
          </a>
          .
        </p>
        <button type="button" className="link min-h-11" onClick={this.retry}>
          Try again
        </button>
      </div>
    );
  }
}

/**
 * Keeps the elements that Astro puts around islands out of the accessibility tree. React listens at them, and Chromium
 * adds an element that listens to its tree, as the parent of what it holds. A screen reader that has met the page
 * before that knows another parent: Orca went from the end of the checkout back to its beginning, for ever.
 */
function hideContainers(): void {
  for (const element of document.querySelectorAll('astro-island')) element.role = 'none';
}

/** An island that shows a message, a retry button and the phone number if its rendering throws, instead of nothing. */
export function island<Props extends object>(Contents: ComponentType<Props>) {
  if (typeof document !== 'undefined') hideContainers();
  return function Island(props: Props) {
    return (
      <Boundary>
        <Contents {...props} />
      </Boundary>
    );
  };
}
