/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx';
import type { StaffSession } from '#backend/staff/sessions.ts';
import { shop } from '#config/shop.ts';
import { CHEVRON_LEFT } from '#look/shapes.ts';
import { Icon } from './Icon.tsx';
import { AT_FOOT, isIn, MORE, type Section } from './navigation.ts';
import type { View } from './routes.ts';

interface LayoutProps {
  view: View;
  path: string;
  session: StaffSession | null;
  sections: readonly Section[];
  /** The result of the last form. */
  notice: string | null;
  /** The addresses of its style sheets. */
  styles: readonly string[];
}

/** The HTML document of every page. */
export function Layout({ view, path, session, sections, notice, styles }: LayoutProps) {
  return (
    <html lang="en-NG">
      <head>
        <meta charset="utf-8" />
        <title>{view.title === shop.name ? shop.name : `${view.title} – ${shop.name}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        {view.refresh && <meta http-equiv="refresh" content={String(view.refresh)} />}
        {styles.map((address) => (
          <link rel="stylesheet" href={address} />
        ))}
        {view.scripts?.map((address) => (
          <script src={address} defer></script>
        ))}
      </head>
      {view.bare || !session ? (
        <body class="bare">
          <main id="content">{body(view, notice)}</main>
        </body>
      ) : (
        <body>
          <a class="skip" href="#content">
            Skip to content
          </a>
          <header class="bar">
            <a class="shop-name" href="/admin">
              {shop.name}
            </a>
            <a class="who" href={MORE.path}>
              {session.actor.name}
            </a>
          </header>
          <Navigation path={path} sections={sections} />
          <main id="content">{body(view, notice)}</main>
        </body>
      )}
    </html>
  );
}

const body = ({ title, body: content, back }: View, notice: string | null): Child => [
  back && (
    <a class="back" href={back.path}>
      <Icon shape={CHEVRON_LEFT} />
      {back.name}
    </a>
  ),
  <h1>{title}</h1>,
  notice && (
    <p class="notice" role="status">
      {notice}
    </p>
  ),
  content,
];

function Navigation({ path, sections }: { path: string; sections: readonly Section[] }) {
  const link = (section: { path: string; name: string; shape: string }, where: string) => (
    <li class={where}>
      <a href={section.path} aria-current={isIn(section, path) ? 'page' : undefined}>
        <Icon shape={section.shape} />
        <span>{section.name}</span>
      </a>
    </li>
  );
  return (
    <nav class="sections" aria-label="Sections">
      <ul>
        {sections.map((section, place) => link(section, place < AT_FOOT ? 'first' : 'later'))}
        {link(MORE, 'more')}
      </ul>
    </nav>
  );
}
