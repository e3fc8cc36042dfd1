import type { Route } from '#backend/admin/frame/routes.ts';
import { changeFact, factPage, factsFile, resetFact, shopPage } from './shop-pages.tsx';

export const shopRoutes: readonly Route[] = [shopPage, factsFile, factPage, changeFact, resetFact];
