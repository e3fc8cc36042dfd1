import type { Route } from '#backend/office/frame/routes.ts';
import { wayInCalls } from './calls.ts';
import { joinPage } from './join-page.tsx';
import { morePage, signOut, signOutEverywhere } from './more.tsx';
import { wayInPage } from './way-in-page.tsx';

export const wayInRoutes: readonly Route[] = [
  wayInPage,
  joinPage,
  ...wayInCalls,
  morePage,
  signOut,
  signOutEverywhere,
];
