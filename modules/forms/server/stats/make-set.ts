import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Field } from '#modules/datasets/contract/field.ts';
import { createSet } from '#modules/datasets/server/index.ts';
import { managedSourceId, SCHEMA, type OwnedTable } from '#modules/managed/server/index.ts';
import type { ValueField } from '../../contract/field.ts';
import { isList, mainFields, subforms } from '../../core/index.ts';
import { formTables } from '../tables.ts';
import type { StoredForm } from './stored-form.ts';

/** Columns of every record that say nothing to who reads a chart. */
const INNER = new Set(['$form_version', '$instance_id', '$round_id', '$version', '$id', '$parent_id', '$row_no']);
/** As the dictionary sys_flow_status says it. */
const FLOW_WORDS = { '1': '待提交', '2': '已退回', '3': '审核中', '4': '通过', '5': '不通过', '6': '已撤销' };
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const tableName = ({ name }: OwnedTable): string => `${quoted(SCHEMA)}.${quoted(name)}`;

interface Columns {
  /** expressions with the names that they get */
  readonly texts: string[];
  /** what the codes in some of them stand for */
  readonly codes: Record<string, Codes>;
}

type Codes = Partial<Pick<Field, 'dict' | 'labels' | 'isList'>>;
type Nodes = Extract<ValueField, { type: 'cascader' }>['items'];
const steps = (nodes: Nodes): [string, string][] =>
  nodes.flatMap(({ value, label, children }) => [[value, label], ...steps(children ?? [])]);

/** What the codes of a field stand for: people and the like, a dictionary, or options of the form itself where they are called otherwise. */
function meaningOf(field: ValueField): Codes {
  switch (field.type) {
    case 'user':
      return { dict: '@users' };
    case 'dept':
      return { dict: '@departments' };
    case 'post':
      return { dict: '@posts' };
    case 'dict':
      return { dict: field.dictType };
    case 'cascader':
      return { labels: Object.fromEntries(steps(field.items)) };
    default: {
      const options = 'options' in field ? field.options : null;
      if (options?.from === 'dict' && options.dictType !== '') return { dict: options.dictType };
      const called = options?.from === 'static' ? options.items.filter(({ value, label }) => value !== label) : [];
      return called.length > 0 ? { labels: Object.fromEntries(called.map(({ value, label }) => [value, label])) } : {};
    }
  }
}
const codesOf = (field: ValueField): Codes => ({
  ...meaningOf(field),
  ...((isList(field) || field.type === 'cascader') && { isList: true }),
});
const SYSTEM_CODES: Readonly<Record<string, Codes>> = { $submitter_id: { dict: '@users' }, $dept_id: { dict: '@departments' } };

interface Selection {
  readonly fields: ReadonlyMap<string, ValueField>;
  readonly used: Set<string>;
  readonly hasFlow: boolean;
}
/** Columns that are shown, as people read them; where only what has passed is shown, how far the approval is says nothing. */
function selected(table: OwnedTable, alias: string, { fields, used, hasFlow }: Selection): Columns {
  const columns = table.columns.filter(
    ({ isHidden, fieldId }) => !isHidden && !INNER.has(fieldId) && (hasFlow || fieldId !== '$flow_status'),
  );
  const codes: Record<string, Codes> = {};
  const texts = columns.map(({ name, fieldId }) => {
    let free = name;
    while (used.has(free)) free = `record_${free}`;
    used.add(free);
    const column = `${alias}.${quoted(name)}`;
    if (fieldId === '$flow_status') {
      const words = Object.entries(FLOW_WORDS).map(([code, word]) => `when '${code}' then '${word}'`);
      // an expression has no title of its own: its name is what people read
      return `case ${column} ${words.join(' ')} end as ${quoted('流程状态')}`;
    }
    const field = fields.get(fieldId);
    codes[free] = SYSTEM_CODES[fieldId] ?? (field ? codesOf(field) : {});
    return free === name ? column : `${column} as ${quoted(free)}`;
  });
  return { texts, codes };
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
  // of the rows of a sub-table its columns come first, those of the record after them under free names
  const fields = new Map(
    [...mainFields(form.schema), ...subforms(form.schema).flatMap(({ children }) => children)].map((field) => [field.id, field]),
  );
  const free = { fields, used: new Set<string>(), hasFlow: form.countsUnpassed };
  const own = sub ? selected(sub, 'r', free) : selected(main, 'r', free);
  const above = sub ? selected(main, 'm', free) : { texts: [], codes: {} };
  const columns = select([...own.texts, ...above.texts]);
  const text = sub
    ? `${columns}from ${tableName(sub)} r\njoin ${tableName(main)} m on m."id" = r."parent_id"${passed('m')}`
    : `${columns}from ${tableName(main)} r${passed('r')}`;
  const label = subId === undefined ? '' : `·${subforms(form.schema).find(({ id }) => id === subId)?.label ?? ''}`;
  const name = setName ?? `${form.formName}${label}`.slice(0, 50);
  const { id } = await createSet(
    ctx,
    {
      setName: name,
      sourceId,
      folderId: null,
      setSql: text,
      schemaConfig: null,
      model: null,
      isShared: '0',
      status: '1',
      remark: `填报表单“${form.formName}”的数据`,
    },
    { codes: { ...own.codes, ...above.codes } },
  );
  return { id, setName: name };
}
