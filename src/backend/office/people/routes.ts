import type { Route } from '#backend/office/frame/routes.ts';
import { invite, peoplePage } from './people-page.tsx';
import { personActions, personPage } from './person-page.tsx';

export const peopleRoutes: readonly Route[] = [peoplePage, invite, personPage, ...personActions];
