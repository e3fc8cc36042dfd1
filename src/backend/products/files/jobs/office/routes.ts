import type { Route } from '#backend/office/frame/routes.ts';
import { answerAction, dropAction, startAction, undoAction } from './actions.ts';
import { columnsAction, columnsPage } from './columns.tsx';
import { importsPage, uploadAction } from './list.tsx';
import { importView } from './page.tsx';

export const importsRoutes: readonly Route[] = [
  importsPage,
  uploadAction,
  importView,
  answerAction,
  columnsPage,
  columnsAction,
  startAction,
  dropAction,
  undoAction,
];
