import type { Route } from '#backend/office/frame/routes.ts';
import { changeFact, factPage, factsFile, resetFact, shopPage } from './shop-pages.tsx';

export const shopRoutes: readonly Route[] = [shopPage, factsFile, factPage, changeFact, resetFact];
