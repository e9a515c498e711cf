import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { App, Db } from '#kit/server/ctx.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { fileStore } from '#modules/files/server/index.ts';

/** Beginning of the names of files that a run writes; the id of its transfer follows. */
export const TEMPORARY = 'transfer-';
const PER_ROUND = 200;
/** The line in the list stays longer than its file. */
const FORGET_DAYS = 180;
const DAY_MS = 86_400_000;

/** Forgets stored files of a transfer in the transaction; the answer removes their bytes after the commit. */
export async function dropFiles(app: App, db: Db, names: readonly (string | null)[]): Promise<() => Promise<void>> {
  const known = names.filter((name) => name !== null);
  if (known.length > 0) await db.updateTable('fileObject').set({ deletedAt: app.now() }).where('fileName', 'in', known).execute();
  return async () => {
    const store = fileStore(app.settings);
    for (const name of known) await store.remove(name);
  };
}

/** Removes the files of transfers whose time is over; answers how many transfers that were. */
async function removeExpired(app: App, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const { rows, removeBytes } = await app.db.transaction().execute(async (db) => {
      const expired = await db
        .selectFrom('sysTransfer')
        .select(['id', 'sourceFile', 'resultFile'])
        .where('expireTime', '<=', app.now())
        .where((e) => e.or([e('sourceFile', 'is not', null), e('resultFile', 'is not', null)]))
        .where('state', 'not in', ['waiting', 'running'])
        .orderBy('expireTime')
        .limit(PER_ROUND)
        .forUpdate()
        .skipLocked()
        .execute();
      const ids = expired.map((row) => row.id);
      if (ids.length > 0)
        await db
          .updateTable('sysTransfer')
          .set({ sourceFile: null, resultFile: null, resultName: null, resultSize: null })
          .where('id', 'in', ids)
          .execute();
      const bytes = await dropFiles(
        app,
        db,
        expired.flatMap((row) => [row.sourceFile, row.resultFile]),
      );
      return { rows: ids.length, removeBytes: bytes };
    });
    await removeBytes();
    removed += rows;
    if (rows < PER_ROUND) return removed;
  }
}

/** Removes what runs left behind on this machine when their node died. */
export async function sweepTemporary(app: App): Promise<void> {
  const folder = join(app.settings.dataDir, 'tmp');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(TEMPORARY));
  if (names.length === 0) return;
  const running = new Set(
    (await app.db.selectFrom('sysTransfer').select('id').where('state', '=', 'running').execute()).map((row) => row.id),
  );
  for (const name of names) if (!running.has(name.split('-')[1] ?? '')) await rm(join(folder, name), { force: true });
}

/** 清理过期导出文件 */
export const sweepTask = defineTask({
  name: '清理过期导出文件',
  summary: '删除导出中心里已过保留期的文件，任务记录保留半年',
  params: z.object({}),
  async run({ app, signal }) {
    const removed = await removeExpired(app, signal);
    const old = new Date(app.now().getTime() - FORGET_DAYS * DAY_MS);
    await app.db
      .deleteFrom('sysTransfer')
      .where('endTime', '<', old)
      .where('resultFile', 'is', null)
      .where('sourceFile', 'is', null)
      .execute();
    await sweepTemporary(app);
    return `已清理 ${removed} 个任务的文件`;
  },
});
