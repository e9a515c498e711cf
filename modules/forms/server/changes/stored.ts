import { sql } from 'kysely';
import { FlowComparison, type FlowStatus } from '#kit/contract/flow.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { bindFiles } from '#modules/files/server/index.ts';

export const ENTITY = 'filling_change';
type Values = Readonly<Record<string, unknown>>;

/** A change of a record that was asked for. */
export interface StoredChange {
  readonly id: string;
  readonly formId: string;
  readonly recordId: string;
  readonly versionNo: number;
  readonly content: Values;
  readonly comparison: FlowComparison;
  readonly flowStatus: FlowStatus;
  readonly processInstanceId: string | null;
  readonly version: number;
  readonly createBy: string;
  readonly createTime: Date;
}

const changes = (db: Db) =>
  db
    .selectFrom('fillingChange')
    .select(['id', 'formId', 'recordId', 'versionNo', 'content', 'comparison', 'processInstanceId', 'version', 'createBy', 'createTime'])
    .select(sql<FlowStatus>`filling_change.flow_status`.as('flowStatus'));
type Row = Omit<StoredChange, 'content' | 'comparison'> & { content: unknown; comparison: unknown };
const changeOfRow = (row: Row): StoredChange => ({
  ...row,
  content: row.content as Values,
  comparison: FlowComparison.parse(row.comparison),
});

/** A change by its id; null when the id is that of something else. */
export async function changeOf(db: Db, id: string, options: { isLocked?: boolean } = {}): Promise<StoredChange | null> {
  const query = changes(db).where('id', '=', id);
  const row = await (options.isLocked ? query.forUpdate() : query).executeTakeFirst();
  return row ? changeOfRow(row) : null;
}

/** The change of a record that waits for somebody; at most one does. */
export async function openChange(db: Db, recordId: string): Promise<StoredChange | null> {
  const row = await changes(db).where('recordId', '=', recordId).where('flowStatus', 'in', ['1', '2', '3']).executeTakeFirst();
  return row ? changeOfRow(row) : null;
}

export interface Written {
  readonly versionNo: number;
  readonly content: Values;
  readonly comparison: FlowComparison;
}
export const columnsOf = (ctx: Ctx, { versionNo, content, comparison }: Written) => ({
  versionNo,
  content: JSON.stringify(content),
  comparison: JSON.stringify(comparison),
  updateTime: ctx.now,
});

/** Files of a change are kept for as long as it is; who reads the record reads them. */
export const keepChangeFiles = (
  ctx: Ctx,
  id: string,
  { deptId, submitterId }: { deptId: string | null; submitterId: string },
  files: readonly string[],
) =>
  bindFiles(ctx, {
    fileNames: files.join(',') || null,
    entity: ENTITY,
    entityId: id,
    readers: { perms: ['filling:record:list'], deptId, ownerId: submitterId },
  });
