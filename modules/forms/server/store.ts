import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { deleteRows, insertRows, repeatedField, selectFrom, updateRow, fieldRef, type OwnedTable } from '#modules/managed/server/index.ts';
import type { FormSchema } from '../contract/schema.ts';
import { mainFields, subforms } from '../core/index.ts';
import { readable, toCells, toValues } from './cells.ts';
import { formTables } from './tables.ts';

type Values = Readonly<Record<string, unknown>>;

/** What of a record stands in its row besides the fields. */
export interface RecordHead {
  readonly id: string;
  readonly formId: string;
  readonly versionNo: number;
  readonly submitterId: string;
  readonly deptId: string | null;
  readonly createTime: Date;
  readonly updateTime: Date | null;
  readonly version: number;
  readonly flowStatus: string | null;
  readonly processInstanceId: string | null;
  /** round of a task that it was filled in for */
  readonly roundId: string | null;
  /** public link that it came through, and the name of the filling there */
  readonly linkId?: string | null;
  readonly linkKey?: string | null;
}

/** The head of a record that the caller fills in. One that has to be approved waits to be submitted. */
export const newHead = (
  ctx: Ctx,
  form: { readonly id: string; readonly versionNo: number },
  { settings }: FormSchema,
  roundId: string | null,
): RecordHead => ({
  id: ctx.app.ids.next(),
  formId: form.id,
  versionNo: form.versionNo,
  submitterId: ctx.user.id,
  deptId: ctx.user.deptId,
  createTime: ctx.now,
  updateTime: null,
  version: 0,
  flowStatus: settings.approval ? '1' : null,
  processInstanceId: null,
  roundId,
});

/** The head of a record, for whoever stores it anew. */
export const recordHead = (db: Db, id: string) =>
  db
    .selectFrom('fillingRecord')
    .select([
      'id',
      'formId',
      'versionNo',
      'submitterId',
      'deptId',
      'createTime',
      'version',
      'flowStatus',
      'processInstanceId',
      'roundId',
      'linkId',
    ])
    .where('id', '=', id);

const headCells = (head: RecordHead) => ({
  $form_version: head.versionNo,
  $round_id: head.roundId,
  $submitter_id: head.submitterId,
  $dept_id: head.deptId,
  $create_time: head.createTime,
  $update_time: head.updateTime,
  $version: head.version,
  $flow_status: head.flowStatus,
  $instance_id: head.processInstanceId,
});

function mainOf(tables: ReadonlyMap<string, OwnedTable>): OwnedTable {
  const main = tables.get('');
  if (!main) throw new Error('a published form has no table');
  return main;
}

/** Says which field repeats a value; a table that was changed meanwhile makes the whole call start over. */
function toOurs(error: unknown, tables: ReadonlyMap<string, OwnedTable>): unknown {
  const column = repeatedField(error, [...tables.values()]);
  if (column) {
    const message = `“${column.label}”的内容已有人填报，不能重复`;
    return new AppError('input.invalid', message, [{ path: `values.${column.name}`, message }], { cause: error });
  }
  const { code } = error as { code?: string };
  if (code === '42703' || code === '42P01')
    return Object.assign(new Error('the form was published meanwhile', { cause: error }), { code: '40001' });
  return error;
}

/** A record that is not stored yet. */
export interface NewRecord {
  readonly head: RecordHead;
  readonly values: Values;
}

/** The rows of the sub-tables of records, as they were filled in. */
async function writeRows(
  ctx: Ctx,
  tables: ReadonlyMap<string, OwnedTable>,
  schema: FormSchema,
  records: readonly { readonly head: { readonly id: string }; readonly values: Values }[],
): Promise<void> {
  for (const sub of subforms(schema)) {
    const table = tables.get(sub.id);
    if (!table || table.isHidden) continue;
    const rows = records.flatMap(({ head, values }) =>
      ((values[sub.key] ?? []) as Values[]).map((row, at) => ({
        $id: ctx.app.ids.next(),
        $parent_id: head.id,
        $row_no: at + 1,
        ...toCells(table, sub.children, row),
      })),
    );
    await insertRows(ctx.db, table, rows);
  }
}

/**
 * Throws what makes the call start over when the form has another version by now. Whoever has written into its table keeps the next
 * version waiting, so that after this no value can be missed by it.
 */
async function assertSameVersion(db: Db, head: RecordHead): Promise<void> {
  const row = await db.selectFrom('fillingForm').select('versionNo').where('id', '=', head.formId).executeTakeFirst();
  if (row?.versionNo !== head.versionNo) throw Object.assign(new Error('the form was published meanwhile'), { code: '40001' });
}

/** Records that one statement takes. */
const AT_ONCE = 1000;

/** Adds records of one form with the rows of their sub-tables. */
export async function addRecords(ctx: Ctx, schema: FormSchema, records: readonly NewRecord[]): Promise<void> {
  const [first] = records;
  if (!first) return;
  const tables = await formTables(ctx.db, first.head.formId);
  const main = mainOf(tables);
  const fields = mainFields(schema);
  try {
    for (let at = 0; at < records.length; at += AT_ONCE) {
      const some = records.slice(at, at + AT_ONCE);
      await insertRows(
        ctx.db,
        main,
        some.map(({ head, values }) => ({ $id: head.id, ...headCells(head), ...toCells(main, fields, values) })),
      );
      await writeRows(ctx, tables, schema, some);
    }
  } catch (error) {
    throw toOurs(error, tables);
  }
  await assertSameVersion(ctx.db, first.head);
  for (let at = 0; at < records.length; at += AT_ONCE)
    await ctx.db
      .insertInto('fillingRecord')
      .values(records.slice(at, at + AT_ONCE).map(({ head }) => head))
      .execute();
}

/** Adds a record with the rows of its sub-tables. */
export const addRecord = (ctx: Ctx, head: RecordHead, schema: FormSchema, values: Values): Promise<void> =>
  addRecords(ctx, schema, [{ head, values }]);

/** Replaces the values of a record; its row in `filling_record` is the caller's. */
export async function changeRecord(ctx: Ctx, head: RecordHead, schema: FormSchema, values: Values): Promise<void> {
  const tables = await formTables(ctx.db, head.formId);
  const main = mainOf(tables);
  try {
    await updateRow(ctx.db, main, { field: '$id', is: head.id }, { ...headCells(head), ...toCells(main, mainFields(schema), values) });
    for (const [part, table] of tables)
      if (part !== '' && !table.isHidden) await deleteRows(ctx.db, table, { field: '$parent_id', in: [head.id] });
    await writeRows(ctx, tables, schema, [{ head, values }]);
  } catch (error) {
    throw toOurs(error, tables);
  }
  await assertSameVersion(ctx.db, head);
}

/** How the approval of a record stands: on the record, and in the table where data sets read it. */
export async function markApproval(
  db: Db,
  formId: string,
  id: string,
  state: Pick<RecordHead, 'flowStatus' | 'processInstanceId'>,
): Promise<void> {
  await db.updateTable('fillingRecord').set(state).where('id', '=', id).execute();
  const main = mainOf(await formTables(db, formId));
  await updateRow(db, main, { field: '$id', is: id }, { $flow_status: state.flowStatus, $instance_id: state.processInstanceId });
}

/** Removes records with the rows of their sub-tables, hidden ones too. */
export async function removeRecords(db: Db, formId: string, ids: readonly string[]): Promise<void> {
  for (const [part, table] of await formTables(db, formId))
    await deleteRows(db, table, { field: part === '' ? '$id' : '$parent_id', in: ids });
  await db
    .deleteFrom('fillingRecord')
    .where('id', 'in', [...ids])
    .execute();
}

/** The values of records by key, as `schema` knows them; rows of sub-tables in their order. */
export async function valuesOf(
  db: Db,
  formId: string,
  schema: FormSchema,
  ids: readonly string[],
  options: { withRows: boolean } = { withRows: true },
): Promise<Map<string, Record<string, unknown>>> {
  if (ids.length === 0) return new Map();
  const tables = await formTables(db, formId);
  const main = mainOf(tables);
  const fields = mainFields(schema);
  const rows = (await selectFrom(db, main, ['$id', ...readable(main, fields)])
    .where(sql<boolean>`${fieldRef(main, '$id')} = any(${[...ids]}::text[])`)
    .execute()) as Record<string, unknown>[];
  const found = new Map(rows.map((row) => [String(row['$id']), toValues(main, fields, row)]));
  if (!options.withRows) return found;
  for (const sub of subforms(schema)) {
    const table = tables.get(sub.id);
    for (const values of found.values()) values[sub.key] = [];
    if (!table) continue;
    const children = (await selectFrom(db, table, ['$id', '$parent_id', ...readable(table, sub.children)])
      .where(sql<boolean>`${fieldRef(table, '$parent_id')} = any(${[...ids]}::text[])`)
      .orderBy(fieldRef(table, '$parent_id'))
      .orderBy(fieldRef(table, '$row_no'))
      .orderBy(fieldRef(table, '$id'))
      .execute()) as Record<string, unknown>[];
    for (const row of children)
      (found.get(String(row['$parent_id']))?.[sub.key] as unknown[] | undefined)?.push({
        id: row['$id'],
        ...toValues(table, sub.children, row),
      });
  }
  return found;
}
