import type { Route } from '#backend/office/frame/routes.ts';
import {
  publicationsPage,
  publishSite,
  releasePage,
  resumeSite,
  rollBackSite,
} from './publications-pages.tsx';

export const publicationsRoutes: readonly Route[] = [
  publicationsPage,
  releasePage,
  rollBackSite,
  resumeSite,
  publishSite,
];
