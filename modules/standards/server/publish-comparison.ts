import { sql } from 'kysely';
import type { FlowComparison } from '#kit/contract/flow.ts';
import type { Db } from '#kit/server/ctx.ts';
import { comparedField, comparedTable } from '#kit/server/flow-comparison.ts';
import { ATTRIBUTE_LABELS } from '../core/attributes.ts';
import { attributesOf, ELEMENT, elementRows } from './element-rows.ts';
import { bySource, judgeAll, type Judged } from './impact.ts';

const NAMED = {
  classId: ['metadata_class', sql`class_name`],
  gbTypeId: ['standard_type', sql`gb_type_code || ' ' || gb_type_name`],
  unitId: ['standard_unit', sql`unit_name`],
  docId: ['standard_doc', sql`doc_no`],
  ownerId: ['sys_user', sql`nickname`],
} as const;
const WORDS: Readonly<Record<string, string>> = {
  varchar: '字符',
  char: '定长字符',
  integer: '整数',
  decimal: '小数',
  date: '日期',
  datetime: '日期时间',
  boolean: '布尔',
};

/** Attributes as people read them: names in place of ids. */
export async function readable(db: Db, attributes: Readonly<Record<string, unknown>>): Promise<Record<string, string | null>> {
  const texts: Record<string, string | null> = {};
  for (const name of Object.keys(ATTRIBUTE_LABELS)) {
    const value = attributes[name];
    texts[name] = typeof value === 'string' ? value : null;
  }
  for (const [name, [table, title]] of Object.entries(NAMED)) {
    if (!texts[name]) continue;
    const { rows } = await sql<{ name: string }>`select ${title} as name from ${sql.table(table)} where id = ${texts[name]}`.execute(db);
    texts[name] = rows[0]?.name ?? texts[name]!;
  }
  texts['dataType'] = WORDS[texts['dataType'] ?? ''] ?? texts['dataType'] ?? null;
  texts['isNullable'] = texts['isNullable'] === '0' ? '否' : '是';
  return texts;
}

const STATES = [
  ['conform', '合标'],
  ['partial', '部分合标'],
  ['bad', '不合标'],
  ['retired', '标准已废止'],
  ['exempt', '豁免'],
  ['unread', '无法核对'],
  ['open', '未核对'],
] as const;
const count = (rows: readonly Judged[], side: 'before' | 'after', state: string): string =>
  String(rows.filter((row) => row[side] === state).length);

/** Per source, how its bound columns stand before and after; approvers need not see the columns themselves. */
function impactTable(rows: readonly Judged[]): FlowComparison['tables'] {
  if (rows.length === 0) return [];
  const sources = bySource(rows);
  const side = (which: 'before' | 'after') =>
    [...sources.values()].map((own) => ({
      source: own[0]!.sourceName,
      columns: String(own.length),
      ...Object.fromEntries(STATES.map(([state]) => [state, count(own, which, state)])),
    }));
  const used = STATES.filter(([state]) => rows.some((row) => row.before === state || row.after === state));
  return [
    comparedTable({
      name: 'impact',
      label: '绑定字段的落标变化',
      key: 'source',
      columns: [
        { name: 'source', label: '数据源' },
        { name: 'columns', label: '绑定字段' },
        ...used.map(([name, label]) => ({ name, label })),
      ],
      before: side('before'),
      after: side('after'),
    }),
  ];
}

/** What an approval of an element changes: attributes against the version in force, and what becomes of the bound columns; null before the first version. */
export async function compareElement(db: Db, id: string): Promise<FlowComparison | null> {
  const row = await elementRows(db, { id }).select(ELEMENT).executeTakeFirst();
  if (!row || row.published === null) return null;
  const isRetiring = row.pending === 'retire';
  const published = await readable(db, row.published as Record<string, unknown>);
  const next = isRetiring ? published : await readable(db, attributesOf(row));
  const fields = Object.entries(ATTRIBUTE_LABELS).map(([name, label]) =>
    comparedField({ name, label, before: published[name] ?? null, after: next[name] ?? null }),
  );
  const state = comparedField({
    name: 'action',
    label: '状态',
    before: row.state === 'retired' ? '已废止' : '生效中',
    after: isRetiring ? '已废止' : '生效中',
  });
  const judged = await judgeAll(db, row, { action: isRetiring ? 'retire' : 'publish' });
  return { against: `第${row.versionNo ?? 1}版`, fields: [state, ...fields], tables: impactTable(judged) };
}
