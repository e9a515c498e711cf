import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { createSet } from '#modules/datasets/server/index.ts';
import { managedSourceId, SCHEMA, type OwnedTable } from '#modules/managed/server/index.ts';
import { subforms } from '../../core/index.ts';
import { formTables } from '../tables.ts';
import type { StoredForm } from './stored-form.ts';

/** Columns of every record that say nothing to who reads a chart. */
const INNER = new Set(['$form_version', '$instance_id', '$round_id', '$version', '$id', '$parent_id', '$row_no']);
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const tableName = ({ name }: OwnedTable): string => `${quoted(SCHEMA)}.${quoted(name)}`;
const shown = (table: OwnedTable) => table.columns.filter(({ isHidden, fieldId }) => !isHidden && !INNER.has(fieldId));

/** Rows of a sub-table with those of their records: its columns first, then the columns of the record under free names. */
function joined(main: OwnedTable, sub: OwnedTable): string[] {
  const used = new Set<string>();
  const own = shown(sub).map(({ name }) => {
    used.add(name);
    return `r.${quoted(name)}`;
  });
  const others = shown(main).map(({ name }) => {
    let free = name;
    while (used.has(free)) free = `record_${free}`;
    used.add(free);
    return free === name ? `m.${quoted(name)}` : `m.${quoted(name)} as ${quoted(free)}`;
  });
  return [...own, ...others];
}

/**
 * Makes a data set of what was filled in: of the records, or of the rows of a sub-table with their records. It reads the managed tables through
 * the data gate as any set of a person does, so masks and grants hold; records whose approval is not through are not in it.
 */
export async function makeSet(
  ctx: Ctx,
  form: StoredForm,
  { setName, subId }: { setName?: string | undefined; subId?: string | undefined },
): Promise<{ id: string; setName: string }> {
  const sourceId = await managedSourceId(ctx.db);
  if (sourceId === null) throw new AppError('rule.broken', '数据源“平台数据”没有启用，不能建立数据集，请联系管理员');
  const tables = await formTables(ctx.db, form.id);
  const main = tables.get('');
  const sub = subId === undefined ? null : tables.get(subId);
  if (!main || sub === undefined) throw new AppError('entity.notFound', '子表不存在或还没有发布');
  const passed = (alias: string): string =>
    form.countsUnpassed ? '' : `\nwhere ${alias}."flow_status" is null or ${alias}."flow_status" = '4'`;
  const select = (columns: readonly string[]): string => `select\n  ${columns.join(',\n  ')}\n`;
  const text = sub
    ? `${select(joined(main, sub))}from ${tableName(sub)} r\njoin ${tableName(main)} m on m."id" = r."parent_id"${passed('m')}`
    : `${select(shown(main).map(({ name }) => `r.${quoted(name)}`))}from ${tableName(main)} r${passed('r')}`;
  const label = subId === undefined ? '' : `·${subforms(form.schema).find(({ id }) => id === subId)?.label ?? ''}`;
  const name = setName ?? `${form.formName}${label}`.slice(0, 50);
  const { id } = await createSet(ctx, {
    setName: name,
    sourceId,
    folderId: null,
    setSql: text,
    schemaConfig: null,
    model: null,
    isShared: '0',
    status: '1',
    remark: `填报表单“${form.formName}”的数据`,
  });
  return { id, setName: name };
}
