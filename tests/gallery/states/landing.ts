import type { Screen } from '../state.ts';
import { signedIn } from './kept.ts';

export const landing: Screen = {
  name: 'landing',
  title: 'Landing page',
  states: [
    { name: 'landing', route: '/', shows: '[aria-labelledby=arrivals] .card-add', main: true },
    {
      name: 'landing-third-banner',
      route: '/',
      steps: [{ press: ['.carousel-dot', '3 of 5'] }],
      shows: '.carousel-dot:nth-of-type(4)[aria-current="true"]',
      // A screenshot of the whole page resizes the window, and the row snaps again.
      part: 'screen',
    },
    {
      name: 'landing-offline',
      route: '/',
      cut: true,
      offline: true,
      shows: '[aria-labelledby=arrivals] .card-add',
      part: '[aria-labelledby=arrivals]',
    },
    {
      name: 'home',
      route: '/home',
      local: () => signedIn,
      shows: '[aria-labelledby=arrivals] .card-add',
      main: true,
    },
    {
      name: 'categories-failed',
      route: '/about',
      // As built with a backend without categories.
      edit: [/(<nav class="strip[^>]*><ul>).*?(<\/ul>)/s, '$1$2'],
      api: { categories: { code: 'unavailable' } },
      shows: ['.strip', 'Failed to load categories'],
      part: '.strip',
    },
  ],
};
