import { Component, type ComponentType, type MouseEvent, type ReactNode } from 'react';
import { shop } from '#config/shop.ts';

/** Replaces an island whose rendering throws. React writes the error to the console. */
class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  retry = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button disappears, so the focus moves to the panel or page around it.
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
 * Keeps Astro's elements around islands out of the accessibility tree. React listens on them, and Chromium adds an
 * element with listeners to its tree, as the parent of its content. A screen reader that read the page before that
 * knows another parent: Orca went from the end of the checkout back to its start, again and again.
 */
function hideContainers(): void {
  for (const element of document.querySelectorAll('astro-island')) element.role = 'none';
}

/** Wraps an island. If rendering throws, it shows a message, a retry button and the phone number. */
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
