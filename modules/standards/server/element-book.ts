import { AppError } from '#kit/contract/errors.ts';
import { sql } from 'kysely';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import type { ExcelColumn } from '#kit/server/excel/column.ts';
import { dictItems } from '#modules/system/server/index.ts';
import { ElementBookRow, type ElementAttributes } from '../contract/element.ts';
import { ELEMENT, elementRows, type ElementFilter } from './element-rows.ts';

/** Columns in the order of the five classes of attributes. What is referred to is written by its name or number. */
const COLUMNS: readonly ExcelColumn[] = [
  { field: 'elementCode', title: '标识符', required: true, always: true, example: 'PER_MOBILE', width: 18 },
  { field: 'elementName', title: '中文名称', required: true, always: true, example: '手机号码', width: 20 },
  { field: 'elementNameEn', title: '英文名称', always: true, example: 'mobile', width: 18 },
  { field: 'synonyms', title: '别名', always: true, example: '联系电话、手机', width: 20 },
  { field: 'definition', title: '定义', always: true, example: '用于联系个人的移动电话号码', width: 40 },
  { field: 'example', title: '示例', always: true, example: '13800000000', width: 18 },
  { field: 'usage', title: '应用场合', always: true, width: 24 },
  { field: 'objectClass', title: '所属对象', always: true, example: '自然人', width: 14 },
  { field: 'className', title: '数据分类', always: true, width: 16 },
  { field: 'dataType', title: '数据类型', required: true, dict: 'standard_data_type', always: true, example: '字符', width: 12 },
  { field: 'dataLength', title: '长度', always: true, example: '11', width: 10 },
  { field: 'format', title: '格式', always: true, example: 'n11', width: 14 },
  { field: 'valueRange', title: '取值范围', always: true, width: 14 },
  { field: 'gbTypeCode', title: '值域（标准类别编码）', always: true, width: 24 },
  { field: 'unitName', title: '计量单位', always: true, width: 12 },
  { field: 'isNullable', title: '可为空', dict: 'sys_yes_no', always: true, example: '是', width: 10 },
  { field: 'docNo', title: '来源标准（标准号）', always: true, example: 'GB/T 2261.1-2003', width: 22 },
  { field: 'submitter', title: '提出单位', always: true, width: 20 },
  { field: 'ownerAccount', title: '负责人（用户名）', always: true, width: 16 },
  { field: 'validFrom', title: '生效日期', kind: 'day', always: true, example: '2026-01-01', width: 14 },
  { field: 'remark', title: '备注', always: true, width: 30 },
];

/** What an element refers to: the field, how a workbook writes it, and where it stands. */
const REFERENCES = [
  { field: 'classId', written: 'className', table: 'metadata_class', column: 'class_name', label: '数据分类' },
  { field: 'gbTypeId', written: 'gbTypeCode', table: 'standard_type', column: 'gb_type_code', label: '标准类别' },
  { field: 'unitId', written: 'unitName', table: 'standard_unit', column: 'unit_name', label: '计量单位' },
  { field: 'docId', written: 'docNo', table: 'standard_doc', column: 'doc_no', label: '标准文件' },
  { field: 'ownerId', written: 'ownerAccount', table: 'sys_user', column: 'username', label: '用户' },
] as const;
type Reference = (typeof REFERENCES)[number];

/** Ids by what a workbook writes; only what is enabled can be referred to. A name that stands twice has no entry. */
async function idsOf(db: Db, { written, table, column }: Reference, rows: readonly ElementBookRow[]) {
  const texts = [...new Set(rows.flatMap((row) => row[written] ?? []))];
  const { rows: found } = await sql<{ text: string; id: string; amount: number }>`
    select ${sql.ref(column)} as text, min(id) as id, count(*)::int as amount from ${sql.table(table)}
    where ${sql.ref(column)} = any(${texts}::text[]) and status = '1' and deleted_at is null group by 1`.execute(db);
  return new Map(found.flatMap(({ text, id, amount }) => (amount === 1 ? [[text, id] as const] : [])));
}

const writtenOf = ({ table, column, field, written }: Reference) =>
  sql<string | null>`(select ${sql.ref(`n.${column}`)} from ${sql.table(table)} n where n.id = ${sql.ref(`standard_element.${field}`)})`.as(
    written,
  );

const known = async (db: Db, rows: readonly ElementBookRow[]) => {
  const codes = rows.map((row) => row.elementCode);
  const found = await elementRows(db, {})
    .select(ELEMENT)
    .where('standardElement.elementCode', 'in', ['', ...codes])
    .forUpdate()
    .execute();
  return new Map(found.map((row) => [row.elementCode, row]));
};
type Known = Awaited<ReturnType<typeof known>> extends Map<string, infer Row> ? Row : never;

const wrong = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);

/** The attributes that a row of a workbook gives. Throws input.invalid for what it refers to in vain. */
function attributesIn(row: ElementBookRow, ids: ReadonlyMap<Reference['field'], ReadonlyMap<string, string>>): ElementAttributes {
  const { className, gbTypeCode, unitName, docNo, ownerAccount, ...attributes } = row;
  const texts = { className, gbTypeCode, unitName, docNo, ownerAccount };
  const idOf = ({ field, written, label }: Reference): string | null => {
    const text = texts[written];
    if (text === null) return null;
    const id = ids.get(field)?.get(text);
    if (id === undefined) throw wrong(written, `${label}“${text}”不存在、已禁用或重名`);
    return id;
  };
  const [classId, gbTypeId, unitId, docId, ownerId] = REFERENCES.map(idOf) as (string | null)[];
  return { ...attributes, classId: classId!, gbTypeId: gbTypeId!, unitId: unitId!, docId: docId!, ownerId: ownerId! };
}

/**
 * Elements by workbook: a known identifier gets what its row says as its draft, a new one becomes a draft. What is in force changes by publishing
 * only. An export can be imported again as it is: unchanged rows are not written.
 */
export const elementBook = excelHandlers({
  label: '数据元',
  columns: COLUMNS,
  input: ElementBookRow,
  readDict: dictItems,
  rows: (ctx: Ctx, query: ElementFilter) =>
    inBatches((after, limit) =>
      elementRows(ctx.db, query)
        .select(ELEMENT)
        .select(REFERENCES.map(writtenOf))
        .where('standardElement.id', '>', after)
        .orderBy('standardElement.id')
        .limit(limit)
        .execute(),
    ),
  async begin(ctx, all) {
    const rows = all.map(({ value }) => value as ElementBookRow);
    const ids = new Map<Reference['field'], ReadonlyMap<string, string>>();
    for (const reference of REFERENCES) ids.set(reference.field, await idsOf(ctx.db, reference, rows));
    const there = await known(ctx.db, rows);
    const seen = new Map<string, ElementBookRow>();
    return {
      async create(call: Ctx, row: ElementBookRow) {
        const earlier = seen.get(row.elementCode);
        if (earlier && earlier !== row) throw wrong('elementCode', `文件内重复：标识符“${row.elementCode}”出现两次`);
        seen.set(row.elementCode, row);
        await keep(call, attributesIn(row, ids), there.get(row.elementCode));
      },
    };
  },
});

async function keep(ctx: Ctx, attributes: ElementAttributes, before: Known | undefined): Promise<void> {
  const names = Object.keys(attributes) as (keyof ElementAttributes)[];
  const changed = names.filter((name) => before?.[name] !== attributes[name]);
  if (changed.length === 0) return;
  const stamp = { updateBy: ctx.user.id, updateTime: ctx.now };
  const { elementName: name } = attributes;
  if (before) {
    if (before.flowStatus === '3') throw wrong('elementCode', `数据元“${before.elementName}”正在审核，不能导入修改`);
    // a draft over what was decided begins anew
    const opens = before.flowStatus === '4' || before.flowStatus === '5' ? { flowStatus: '1' } : {};
    await ctx.db
      .updateTable('standardElement')
      .set((e) => ({ ...attributes, ...opens, ...stamp, version: e('version', '+', 1) }))
      .where('id', '=', before.id)
      .execute();
    const former = Object.fromEntries(changed.map((field) => [field, before[field]]));
    ctx.audit.change({
      entity: '数据元',
      id: before.id,
      name,
      before: former,
      after: Object.fromEntries(changed.map((f) => [f, attributes[f]])),
    });
    return;
  }
  const id = ctx.app.ids.next();
  await ctx.db
    .insertInto('standardElement')
    .values({ id, ...attributes, ...stamp, createBy: ctx.user.id, createTime: ctx.now, createDept: ctx.user.deptId })
    .execute();
  ctx.audit.change({ entity: '数据元', id, name, before: null, after: attributes });
}
