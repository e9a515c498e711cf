import { sql, type Expression, type SqlBool } from 'kysely';
import * as z from 'zod';
import type { App } from '#kit/server/ctx.ts';
import { defineTask, type ScheduleSeed, type TaskRun } from '#kit/server/tasks.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';
import { sizeText } from '../core/size.ts';
import { fileStore, storeOfKind, sweepTemporary, type FileStore, type StoredFile } from './file-store.ts';
import { isReferenced, isOrphan } from './records.ts';

const DEFAULT_ORPHAN_DAYS = 30;
const DAY_MS = 86_400_000;
const BATCH = 200;
const COMPARE = 1000;
/** Names of odd findings that the log shows one by one. */
const SHOWN = 20;

const Params = z.object({
  dryRun: z.boolean().default(false).meta({ title: '只检查不删除' }),
});
type Run = Pick<TaskRun<z.output<typeof Params>>, 'app' | 'params' | 'signal' | 'log' | 'progress'>;

interface Swept {
  count: number;
  bytes: number;
}

/**
 * Removes the files for which `condition` holds, batch by batch: rows first, then bytes. A batch is locked and then looked at again, so a
 * file that was bound meanwhile stays.
 */
async function removeWhere(run: Run, condition: Expression<SqlBool>): Promise<Swept> {
  const { app, params, signal } = run;
  const swept: Swept = { count: 0, bytes: 0 };
  let after = '';
  for (;;) {
    signal.throwIfAborted();
    const found = await app.db
      .selectFrom('fileObject')
      .select(['fileObject.id', 'fileObject.fileSize'])
      .where('fileObject.deletedAt', 'is', null)
      .where(condition)
      .where('fileObject.id', '>', after)
      .orderBy('fileObject.id')
      .limit(BATCH)
      .execute();
    after = found.at(-1)?.id ?? after;
    const gone = params.dryRun ? found : await removeBatch(app, found, condition);
    swept.count += gone.length;
    swept.bytes += gone.reduce((sum, row) => sum + row.fileSize, 0);
    if (found.length < BATCH) return swept;
  }
}

async function removeBatch(app: App, found: readonly { id: string }[], condition: Expression<SqlBool>) {
  if (found.length === 0) return [];
  const ids = found.map((row) => row.id);
  const gone = await app.db.transaction().execute(async (db) => {
    const locked = await db
      .selectFrom('fileObject')
      .select('id')
      .where('id', 'in', ids)
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute();
    if (locked.length === 0) return [];
    const free = await db
      .selectFrom('fileObject')
      .select(['fileObject.id', 'fileObject.fileName', 'fileObject.fileType', 'fileObject.fileSize'])
      .where(
        'fileObject.id',
        'in',
        locked.map((row) => row.id),
      )
      .where(condition)
      .execute();
    if (free.length > 0)
      await db
        .updateTable('fileObject')
        .set({ deletedAt: app.now(), updateTime: app.now() })
        .where(
          'id',
          'in',
          free.map((row) => row.id),
        )
        .execute();
    return free;
  });
  for (const row of gone) await storeOfKind(app.settings, row.fileType)?.remove(row.fileName);
  return gone;
}

interface Compared {
  /** content of deleted rows that a failure left behind: removed */
  leftovers: number;
  /** bytes that no row knows: only reported, they may belong to another installation */
  unknown: number;
  /** rows whose bytes are gone */
  missing: number;
}

/** Walks store and table side by side in the order of names, so that neither is held in memory. */
async function compare(run: Run, store: FileStore): Promise<Compared> {
  const { app, params, signal } = run;
  const result: Compared = { leftovers: 0, unknown: 0, missing: 0 };
  const notify = (kind: 'unknown' | 'missing', text: string) => {
    if (result[kind]++ < SHOWN) run.log(text);
  };
  const settledBefore = app.now().getTime() - DAY_MS;
  let from = '';
  const step = async (batch: readonly StoredFile[], to: string | null) => {
    signal.throwIfAborted();
    let rows = app.db
      .selectFrom('fileObject')
      .select(['fileName', 'originalFilename', 'deletedAt', 'createTime'])
      .where('fileType', '=', store.kind);
    rows = rows.where('fileName', '>', from);
    if (to !== null) rows = rows.where('fileName', '<=', to);
    const kept = new Set(batch.map((each) => each.name));
    const known = new Map((await rows.execute()).map((row) => [row.fileName, row]));
    for (const { name, time } of batch) {
      const row = known.get(name);
      // uploads in progress have content before they have a row
      if (!row && time.getTime() < settledBefore) notify('unknown', `存储中有内容但没有记录：${name}`);
      if (row?.deletedAt) {
        result.leftovers++;
        if (!params.dryRun) await store.remove(name);
      }
    }
    for (const row of known.values())
      if (!row.deletedAt && !kept.has(row.fileName) && row.createTime.getTime() < settledBefore)
        notify('missing', `有记录但存储中没有内容：${row.originalFilename}（${row.fileName}）`);
    from = to ?? from;
  };
  let batch: StoredFile[] = [];
  for await (const each of store.list()) {
    batch.push(each);
    if (batch.length < COMPARE) continue;
    await step(batch, each.name);
    batch = [];
  }
  await step(batch, null);
  return result;
}

/** 清理文件: removes expired and unreferenced files, and reports rows without content and content without rows. */
export const sweepTask = defineTask({
  name: '清理文件',
  summary: '删除到期的临时文件和长期没有记录使用的文件，并核对文件记录与存储内容是否一致',
  params: Params,
  async run(run) {
    const { app, params } = run;
    const days = await readNumberConfig(app.db, 'file.orphanDays', DEFAULT_ORPHAN_DAYS);
    const ended = await removeWhere(run, sql<SqlBool>`(file_object.expire_time <= ${app.now()} and not ${isReferenced(app)})`);
    run.progress(30);
    const before = new Date(app.now().getTime() - days * DAY_MS);
    const orphans =
      days > 0 ? await removeWhere(run, sql<SqlBool>`(file_object.create_time < ${before} and ${isOrphan(app)})`) : { count: 0, bytes: 0 };
    run.progress(60);
    await sweepTemporary(app.settings, app.now());
    const { leftovers, unknown, missing } = await compare(run, fileStore(app.settings));
    run.progress(100);
    const verb = params.dryRun ? '可清理' : '已清理';
    return [
      `${verb}到期文件${ended.count}个（${sizeText(ended.bytes)}）`,
      `无人使用的文件${orphans.count}个（${sizeText(orphans.bytes)}）`,
      `残留内容${leftovers}个`,
      `没有记录的内容${unknown}个，缺少内容的记录${missing}个`,
    ].join('，');
  },
});

/** Every installation sweeps at night. */
export const schedules: readonly ScheduleSeed[] = [
  {
    code: 'files.sweep',
    name: '清理文件',
    task: 'files.sweep',
    cron: '0 40 3 * * *',
    params: { dryRun: false },
    remark: '无人使用的文件保留天数见参数 file.orphanDays',
  },
];
