import type { Route } from '#backend/admin/frame/routes.ts';
import { morePage, signOut, signOutEverywhere } from './more.tsx';
import { wayInPage } from './way-in-page.tsx';

export const wayInRoutes: readonly Route[] = [wayInPage, morePage, signOut, signOutEverywhere];
