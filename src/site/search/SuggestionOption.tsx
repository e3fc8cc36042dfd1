import { PUBLIC_API_URL, PUBLIC_IMAGE_URL } from 'astro:env/client';
import { useState } from 'react';
import { formatNaira } from '#domain/money/money.ts';
import { pictureUrls } from '#site/product-data/pictures.ts';
import { highlight } from './highlight.ts';
import { suggestions } from './search-field.ts';
import type { Suggestion } from './sources.ts';

/** Pixels: 48 on the page, for the densest screens. */
const PICTURE_WIDTHS = [160];

function Picture({ image }: { image: string }) {
  const [failed, setFailed] = useState(false);
  // The frame stays empty.
  if (failed) return null;
  const settings = { api: PUBLIC_API_URL, template: PUBLIC_IMAGE_URL };
  const { src, sources } = pictureUrls(image, settings, PICTURE_WIDTHS);
  return (
    <picture>
      {sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes="3rem" />
      ))}
      <img src={src} alt="" width={48} height={60} onError={() => setFailed(true)} />
    </picture>
  );
}

interface Props {
  id: string;
  suggestion: Suggestion;
  typed: string;
  selected: boolean;
}

/** A suggestion as an option of the list. It is a link, so it can also open in a new tab. */
export function SuggestionOption({ id, suggestion, typed, selected }: Props) {
  const { href, name, image, color, price } = suggestion;
  return (
    <a
      id={id}
      className="suggestion"
      href={href}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      onClick={suggestions.close}
    >
      <span className="suggestion-picture">
        {color && (
          // As SVG, because the content security policy blocks `style=`.
          <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
            <path fill={color} d="M0 0h1v1H0z" />
          </svg>
        )}
        {image && <Picture key={image} image={image} />}
      </span>
      <span className="suggestion-name" dir="auto">
        {highlight(name, typed).map(({ text, typed, at }) =>
          typed ? <mark key={at}>{text}</mark> : text,
        )}
      </span>
      {price !== undefined && (
        <>
          {/* For copying; search.css has the space that screen readers read. */}{' '}
          <span className="suggestion-price">{formatNaira(price)}</span>
        </>
      )}
    </a>
  );
}
