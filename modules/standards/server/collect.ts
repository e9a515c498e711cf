import { AppError } from '#kit/contract/errors.ts';
import { writeOperLog } from '#kit/server/audit.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { insertRows } from '#kit/server/db/bulk.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import { openData } from '#modules/gate/server/index.ts';
import { notify } from '#modules/notices/server/index.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { sql } from 'kysely';
import { namesInComment } from '../core/match/comment-codes.ts';
import { assertShown, contrastOf } from './contrast-rows.ts';

/** More distinct values than this are no codes. */
const MAX_VALUES = 10_000;
const MAX_VALUE = 500;

type Contrast = Awaited<ReturnType<typeof contrastOf>>;
interface Read {
  readonly values: readonly Counted[];
  readonly nulls: number;
}
interface Counted {
  readonly value: string;
  readonly rows: number;
}

/** A value as it is kept: a cut must not leave half of a character, and other databases hold characters that PostgreSQL does not. */
const textOf = (cell: unknown): string =>
  (cell instanceof Date ? cell.toISOString() : String(cell as string | number | boolean))
    .slice(0, MAX_VALUE)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replaceAll('\0', '\uFFFD');

/** The distinct values of the column with their rows, through the gate with the rights of the caller. */
async function readValues(ctx: Ctx, contrast: Contrast): Promise<Read> {
  const data = await openData(ctx, contrast.sourceId);
  const { quote } = dialectOf(data.source.adapter.dialect);
  const column = quote(contrast.columnName!);
  const table = [contrast.schemaName, contrast.tableName].filter((name) => name !== null && name !== '').map((name) => quote(name!));
  const text = `select ${column}, count(*) from ${table.join('.')} group by ${column}`;
  const { rows, truncated } = await data.query({ text }, { purpose: 'standard', maxRows: MAX_VALUES + 1, timeoutMs: 100_000 });
  if (truncated || rows.length > MAX_VALUES)
    throw new AppError('rule.broken', `不同取值超过${MAX_VALUES.toLocaleString('zh-CN')}个，不像代码字段，未采集`);
  // values that differ only beyond what is kept count as one
  const counted = new Map<string, number>();
  let nulls = 0;
  for (const [cell, count] of rows) {
    if (cell === null || cell === undefined) nulls += Number(count);
    else counted.set(textOf(cell), (counted.get(textOf(cell)) ?? 0) + Number(count));
  }
  return { values: [...counted].map(([value, amount]) => ({ value, rows: amount })), nulls };
}

/**
 * Reads which values the column holds today. New values are added, known ones get their number of rows, vanished ones stay with 0 rows and what
 * they were mapped to. The source may take its time: no transaction is open meanwhile. Throws gate.refused unless the caller sees all rows of the
 * column in the clear, rule.broken for more than 10,000 values.
 */
export async function collect(ctx: Ctx, contrast: Contrast) {
  if (contrast.isColumnGone) throw new AppError('rule.broken', '字段在数据源中已不存在，不能采集');
  await assertShown(ctx, contrast, '采集不同取值');
  const started = performance.now();
  const read = await readValues(ctx, contrast);
  const { app, user, route, signal, requestId, ip, userAgent } = ctx;
  return app.db.transaction().execute(async (db) => {
    const own = detachedCtx(app, { user, route, db, signal, requestId, ip, userAgent });
    const done = await keep(own.ctx, contrast.id, read);
    const params = { contrastId: contrast.id };
    await writeOperLog(app, db, { ctx: own.ctx, trail: own.trail, params, body: {}, ms: performance.now() - started, error: null });
    return done;
  });
}

/** Keeps what was read. Two collections of one column wait for each other here. */
async function keep(ctx: Ctx, contrastId: string, { values, nulls }: Read) {
  await ctx.db.selectFrom('standardContrast').select('id').where('id', '=', contrastId).forUpdate().execute();
  const contrast = await contrastOf(ctx, contrastId);
  const known = await ctx.db
    .selectFrom('standardContrastDict')
    .select(['id', 'colCode', 'rowCount'])
    .where('contrastId', '=', contrast.id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .execute();
  const byCode = new Map(known.map((row) => [row.colCode, row]));
  const added = values.filter(({ value }) => !byCode.has(value));
  const now = ctx.now.toISOString();
  const named = namesInComment(contrast.rawComment);
  await insertRows(
    ctx.db,
    'standard_contrast_dict',
    NEW,
    added.map(({ value, rows }) => ({
      id: ctx.app.ids.next(),
      contrastId: contrast.id,
      colCode: value,
      colName: named.get(value) ?? null,
      rowCount: rows,
      firstSeen: now,
      createBy: ctx.user.id,
      createTime: now,
      updateBy: ctx.user.id,
      updateTime: now,
      createDept: ctx.user.deptId,
    })),
  );
  const counts = JSON.stringify(values.filter(({ value }) => byCode.has(value)));
  await sql`update standard_contrast_dict v set row_count = coalesce(c.rows, 0)
    from standard_contrast_dict old left join json_to_recordset(${counts}::json) as c(value text, rows bigint) on c.value = old.col_code
    where v.id = old.id and old.contrast_id = ${contrast.id} and old.deleted_at is null and old.first_seen <> ${now}
      and old.row_count <> coalesce(c.rows, 0)`.execute(ctx.db);
  const rowCount = values.reduce((sum, { rows }) => sum + rows, nulls);
  await sql`update standard_contrast set earlier_collect_time = collect_time, collect_time = ${now}, collect_by = ${ctx.user.id},
    row_count = ${rowCount}, null_count = ${nulls} where id = ${contrast.id}`.execute(ctx.db);
  const there = new Set(values.map(({ value }) => value));
  const gone = known.filter((row) => Number(row.rowCount) > 0 && !there.has(row.colCode)).length;
  if (contrast.collectTime !== null && added.length > 0) await tellOfNew(ctx, contrast, added.length);
  ctx.audit.note(`${contrast.tableName}.${contrast.columnName}：${values.length}个取值，新增${added.length}个，消失${gone}个`);
  return { values: values.length, added: added.length, gone, rowCount, nullCount: nulls };
}

/** Whoever answers for the contrast or the table hears once that there are values nobody has mapped; which ones is for who may see them. */
async function tellOfNew(ctx: Ctx, contrast: Contrast, added: number): Promise<void> {
  const table = await ctx.db.selectFrom('metadataTable').select('ownerId').where('id', '=', contrast.tableId).executeTakeFirst();
  const to = [contrast.createBy, table?.ownerId].filter((id): id is string => Boolean(id) && id !== ctx.user.id);
  if (to.length === 0) return;
  await notify(ctx.app, ctx.db, {
    to,
    kind: 'system',
    title: `${contrast.tableName ?? ''}.${contrast.columnName ?? ''} 出现 ${added} 个新取值`,
    text: `重新采集后比上次多 ${added} 个取值，请对照到“${contrast.gbTypeName}”`,
    path: `/standard/dictmapping?contrastId=${contrast.id}`,
    key: `standard.newValues:${contrast.id}:${ctx.now.toISOString()}`,
    isTodo: true,
  });
  await ctx.db.updateTable('standardContrast').set({ toldTime: ctx.now }).where('id', '=', contrast.id).execute();
}

const NEW = {
  id: 'text',
  contrastId: 'text',
  colCode: 'text',
  colName: 'text',
  rowCount: 'bigint',
  firstSeen: 'timestamptz',
  createBy: 'text',
  createTime: 'timestamptz',
  updateBy: 'text',
  updateTime: 'timestamptz',
  createDept: 'text',
};
