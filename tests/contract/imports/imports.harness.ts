import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { SavedAnswers } from '#backend/products/files/jobs/answers.ts';
import { answerImport, startImport, undoImport } from '#backend/products/files/jobs/imports.ts';
import { findImport, type ImportDetails } from '#backend/products/files/jobs/queries.ts';
import { receiveUpload } from '#backend/products/files/jobs/upload.ts';
import { type CatalogueShop, openCatalogueShop } from '../catalogue/catalogue.harness.ts';
import { BOLA } from '../shop.harness.ts';

/** Makes a picture of one colour. */
export const picture = (background: string, width = 40): Promise<Buffer> =>
  sharp({ create: { width, height: width, channels: 3, background } })
    .png()
    .toBuffer();

/** Starts a server of pictures on this machine. */
export async function servePictures(
  answer: (path: string, response: ServerResponse, request: IncomingMessage) => unknown,
) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request.url ?? '', response, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface ImportShop extends CatalogueShop {
  /** Does the due work on files (0) or pictures (1), as the background does. */
  work(which?: 0 | 1): Promise<void>;
  upload(content: string | Uint8Array, fileName?: string): Promise<string>;
  see(id: string): Promise<ImportDetails>;
  /** Answers, and reads again. */
  answer(id: string, answers: SavedAnswers): Promise<ImportDetails>;
  /** Starts an import and writes it. */
  start(id: string): Promise<ImportDetails>;
  /** Uploads, answers, starts. */
  whole(content: string | Uint8Array, answers?: SavedAnswers): Promise<ImportDetails>;
  undo(id: string): Promise<ImportDetails>;
}

/** Returns a value that was not refused. */
export function value<T>(result: { ok: true; value: T } | { ok: false; refusal: unknown }): T {
  if (!result.ok) expect.fail(JSON.stringify(result.refusal));
  return result.value;
}

export async function* bytesOf(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
}

export async function openImportShop(settings: Record<string, string> = {}): Promise<ImportShop> {
  const shop = await openCatalogueShop({ settings });
  const { db } = shop.services;
  const signal = new AbortController().signal;
  const work = async (which: 0 | 1 = 0) =>
    void (await shop.services.imports.tasks[which]?.round(signal));
  const see = async (id: string) => value(await findImport(db, id, BOLA));
  const versionOf = async (id: string) => (await see(id)).import.version;
  const self: ImportShop = {
    ...shop,
    work,
    see,
    async upload(content, fileName = 'products.csv') {
      const id = value(await receiveUpload(db, bytesOf(content), { fileName, actor: BOLA }));
      await work();
      return id;
    },
    async answer(id, answers) {
      const version = await versionOf(id);
      value(await answerImport(db, id, { actor: BOLA, version, answers }));
      await work();
      return see(id);
    },
    async start(id) {
      value(await startImport(db, id, { actor: BOLA, version: await versionOf(id) }));
      await work();
      return see(id);
    },
    async whole(content, answers) {
      const id = await self.upload(content);
      if (answers) await self.answer(id, answers);
      return self.start(id);
    },
    async undo(id) {
      value(await undoImport(db, id, { actor: BOLA }));
      await work();
      return see(id);
    },
  };
  return self;
}

/** Waits until a condition holds. */
export async function until(is: () => Promise<boolean>): Promise<void> {
  while (!(await is())) await pause(20);
}
