import type { Route } from '#backend/office/frame/routes.ts';
import { changeAction, limitAction, picturesAction, statusAction, stockAction } from './changes.ts';
import { deleteAction, deletePage } from './delete.tsx';
import { listPage } from './list.tsx';
import { addAction, newPage } from './new.tsx';
import { productView } from './product.tsx';

export const productsRoutes: readonly Route[] = [
  listPage,
  newPage,
  addAction,
  productView,
  changeAction,
  stockAction,
  limitAction,
  picturesAction,
  statusAction,
  deletePage,
  deleteAction,
];
