import type { Result, StaffCode } from '#backend/base/result.ts';
import type { FormRequest } from '#backend/office/frame/page-request.ts';
import { defineAction, leadTo, type Outcome } from '#backend/office/frame/routes.ts';
import {
  answerImport,
  dropImport,
  startImport,
  undoImport,
} from '#backend/products/files/jobs/imports.ts';
import { IMPORTS } from '#backend/products/office/addresses.ts';
import { IMPORT, importPage, type Step } from './addresses.ts';
import { readAnswered } from './answer-fields.ts';
import { importView } from './page.tsx';

/** Defines the action of a button on an import's page. */
const step = (
  name: Step,
  perform: (request: FormRequest, id: string) => Promise<Result<unknown, StaffCode>>,
  { location, notice }: { location?: string; notice: string },
) =>
  defineAction({
    path: `${IMPORT}/${name}`,
    role: 'owner',
    page: importView,
    async perform(request): Promise<Outcome> {
      const id = request.param('id');
      const performed = await perform(request, id);
      request.office.wakeImports();
      return performed.ok ? leadTo(location ?? importPage(id), notice) : performed;
    },
  });

export const answerAction = step(
  'answers',
  async (request, id) => {
    const answered = readAnswered(request);
    if (!answered.ok) return answered;
    const { db, actor, version } = request;
    return answerImport(db, id, { actor, version: Number(version), ...answered.value });
  },
  { notice: 'The file is read again with your answers.' },
);

export const startAction = step(
  'start',
  ({ db, actor, version }, id) => startImport(db, id, { actor, version: Number(version) }),
  { notice: 'The import has begun.' },
);

export const dropAction = step('drop', ({ db, actor }, id) => dropImport(db, id, { actor }), {
  location: IMPORTS,
  notice: 'The import was cancelled. Nothing in the shop has changed.',
});

export const undoAction = step('undo', ({ db, actor }, id) => undoImport(db, id, { actor }), {
  notice: 'The import is being undone.',
});
