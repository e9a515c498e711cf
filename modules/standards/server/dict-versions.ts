import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { comparedTable } from '#kit/server/flow-comparison.ts';
import { flowDeskOf, isGoverned, type BusinessType } from '#kit/server/flow.ts';

/** An item of a set as a version keeps it. */
export interface KeptItem {
  readonly gbCode: string;
  readonly gbName: string;
  readonly parentCode: string | null;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly status: string;
}
/** Sets of more items are not kept by versions. */
const MAX_ITEMS = 20_000;
/** Changed items that an approval lists. */
const MAX_SHOWN = 500;

/** The items of a set as they are edited, as a version would keep them: the same text for the same items. */
export const EDITED = sql<
  KeptItem[]
>`(select coalesce(jsonb_agg(jsonb_build_object('gbCode', d.gb_code, 'gbName', d.gb_name, 'parentCode', d.parent_code,
  'validFrom', d.valid_from, 'validTo', d.valid_to, 'status', d.status) order by d.gb_code), '[]'::jsonb)
  from standard_dict d where d.type_id = standard_type.id and d.deleted_at is null)`;
/** Which code each item has as it is edited: mappings name items, versions name codes. */
const CODES = sql`(select coalesce(jsonb_object_agg(d.id, d.gb_code), '{}'::jsonb) from standard_dict d
  where d.type_id = standard_type.id and d.deleted_at is null)`;
/** True for a set with versions whose items were edited since the last. */
export const IS_EDITED = sql<boolean>`(published is not null and published is distinct from ${EDITED})`;

const typeRow = (db: Db, id: string) =>
  db
    .selectFrom('standardType')
    .select(['id', 'gbTypeCode', 'gbTypeName', 'keptBy', 'versionNo', 'flowStatus', 'processInstanceId', 'createBy'])
    .select([sql<KeptItem[] | null>`published`.as('published'), EDITED.as('edited')])
    .where('id', '=', id)
    .where('deletedAt', 'is', null);

async function typeOf(db: Db, id: string) {
  const row = await typeRow(db, id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

export type ItemChange = {
  readonly what: 'added' | 'changed' | 'removed';
  readonly before: KeptItem | null;
  readonly after: KeptItem | null;
};
const FIELDS = ['gbName', 'parentCode', 'validFrom', 'validTo', 'status'] as const;

/** What became of the items of a set since its version in force; of one without versions everything is new. */
export function changesOf(published: readonly KeptItem[] | null, edited: readonly KeptItem[]): ItemChange[] {
  const former = new Map((published ?? []).map((item) => [item.gbCode, item]));
  const kept = new Set(edited.map(({ gbCode }) => gbCode));
  const changes = edited.flatMap((after): ItemChange[] => {
    const before = former.get(after.gbCode) ?? null;
    if (before === null) return [{ what: 'added', before, after }];
    return FIELDS.some((field) => before[field] !== after[field]) ? [{ what: 'changed', before, after }] : [];
  });
  const gone = [...former.values()].filter(({ gbCode }) => !kept.has(gbCode));
  return [...changes, ...gone.map((before): ItemChange => ({ what: 'removed', before, after: null }))];
}
const counts = (changes: readonly ItemChange[]) => ({
  added: changes.filter(({ what }) => what === 'added').length,
  changed: changes.filter(({ what }) => what === 'changed').length,
  removed: changes.filter(({ what }) => what === 'removed').length,
});

/** How many columns of each source stand against a set: through a contrast, and through an element whose values it holds. */
export async function sourcesOfType(db: Db, typeId: string) {
  const { rows } = await sql<{ sourceId: string; sourceName: string; contrasts: number; bound: number }>`
    select s.id as "sourceId", s.source_name as "sourceName", sum(u.contrasts)::int as contrasts, sum(u.bound)::int as bound from (
      select source_id, 1 as contrasts, 0 as bound from standard_contrast where gb_type_id = ${typeId} and deleted_at is null
      union all
      select b.source_id, 0, 1 from standard_binding b join standard_element e on e.id = b.element_id
        where b.deleted_at is null and e.deleted_at is null and e.published ->> 'gbTypeId' = ${typeId} and e.state = 'inForce') u
    join metadata_source s on s.id = u.source_id and s.deleted_at is null group by s.id, s.source_name order by s.source_name, s.id limit 500`.execute(
    db,
  );
  return rows;
}

const STATUS: Readonly<Record<string, string>> = { '0': '禁用', '1': '启用' };
const readable = (item: KeptItem) => ({ ...item, status: STATUS[item.status] ?? item.status });

async function compareType(db: Db, id: string) {
  const row = await typeOf(db, id);
  if (row.versionNo === null) return null;
  const changes = changesOf(row.published, row.edited);
  const shown = changes.slice(0, MAX_SHOWN);
  const items = comparedTable({
    name: 'items',
    label: changes.length > MAX_SHOWN ? `标准项（另有 ${changes.length - MAX_SHOWN} 项没有列出）` : '标准项',
    key: 'gbCode',
    columns: [
      { name: 'gbCode', label: '标准编码' },
      { name: 'gbName', label: '标准名称' },
      { name: 'parentCode', label: '上级编码' },
      { name: 'validFrom', label: '生效日期' },
      { name: 'validTo', label: '失效日期' },
      { name: 'status', label: '状态' },
    ],
    before: shown.flatMap(({ before }) => (before ? [readable(before)] : [])),
    after: shown.flatMap(({ after }) => (after ? [readable(after)] : [])),
  });
  const used = (await sourcesOfType(db, id)).map(({ sourceName, contrasts, bound }) => ({
    sourceName,
    contrasts: String(contrasts),
    bound: String(bound),
  }));
  const columns = comparedTable({
    name: 'columns',
    label: '受影响的字段',
    key: 'sourceName',
    columns: [
      { name: 'sourceName', label: '数据源' },
      { name: 'contrasts', label: '对照字段' },
      { name: 'bound', label: '数据元绑定字段' },
    ],
    before: used,
    after: used,
  });
  return { against: `第${row.versionNo}版`, fields: [], tables: [items, columns] };
}

/** The items as they are edited become those in force. */
async function publishType({ db, now }: { db: Db; now: Date }, id: string): Promise<number> {
  const { versionNo } = await typeOf(db, id);
  await db
    .updateTable('standardType')
    .set({ published: sql<string>`${EDITED}`, publishedCodes: sql<string>`${CODES}`, versionNo: (versionNo ?? 0) + 1, publishTime: now })
    .where('id', '=', id)
    .execute();
  return (versionNo ?? 0) + 1;
}

/** 标准字典发布: a version of a code set; without a process it is in force at once. */
export const dictType: BusinessType = {
  code: 'standard.dict',
  name: '标准字典发布',
  businessCode: '3011',
  withoutApproval: '提交后直接生效',
  fields: [
    { name: 'gbTypeCode', label: '标准类别编码' },
    { name: 'gbTypeName', label: '标准类别名称' },
    { name: 'itemCount', label: '标准项' },
    { name: 'added', label: '新增' },
    { name: 'changed', label: '修改' },
    { name: 'removed', label: '删除' },
    { name: 'columns', label: '使用它的字段' },
  ],
  async load({ db }, id) {
    await db.selectFrom('standardType').select('id').where('id', '=', id).forUpdate().execute();
    const row = await typeOf(db, id);
    const used = await sourcesOfType(db, id);
    const { gbTypeCode, gbTypeName } = row;
    return {
      flowStatus: row.flowStatus as FlowStatus,
      ownerId: row.createBy,
      snapshot: {
        gbTypeCode,
        gbTypeName,
        itemCount: row.edited.length,
        ...counts(changesOf(row.published, row.edited)),
        columns: used.reduce((sum, { contrasts, bound }) => sum + contrasts + bound, 0),
      },
    };
  },
  compare: ({ db }, id) => compareType(db, id),
  async onStatus({ db, now }, { id, to, instanceId }) {
    await db.updateTable('standardType').set({ flowStatus: to, processInstanceId: instanceId }).where('id', '=', id).execute();
    if (to === '4') await publishType({ db, now }, id);
  },
};

/** What a set would change by being submitted, and whom it concerns. */
export async function pendingChanges(ctx: Ctx, id: string) {
  const row = await typeOf(ctx.db, id);
  const changes = changesOf(row.published, row.edited);
  return {
    versionNo: row.versionNo,
    ...counts(changes),
    items: changes.slice(0, MAX_SHOWN),
    sources: await sourcesOfType(ctx.db, id),
  };
}

/** Submits the items of a set as they are edited. Throws rule.broken when nothing changed, flow.closed while approvers have it. */
export async function submitType(ctx: Ctx, id: string) {
  await ctx.db.selectFrom('standardType').select('id').where('id', '=', id).forUpdate().execute();
  const row = await typeOf(ctx.db, id);
  if (row.keptBy === 'areas') throw new AppError('rule.broken', '行政区划代码随“行政区划”更新，不需要提交');
  if (row.flowStatus === '3') throw new AppError('flow.closed', `标准类别“${row.gbTypeName}”正在审核，请等待审核结束`);
  if (row.edited.length === 0) throw new AppError('rule.broken', '该类别还没有标准项，请先新增');
  if (row.edited.length > MAX_ITEMS) throw new AppError('rule.broken', `标准项超过 ${MAX_ITEMS} 个，不能按版本发布`);
  const changes = changesOf(row.published, row.edited);
  if (row.versionNo !== null && changes.length === 0) throw new AppError('rule.broken', '标准项与生效版本相同，没有可发布的修改');
  if (await isGoverned(ctx, dictType)) {
    await ctx.db.updateTable('standardType').set({ flowStatus: '1' }).where('id', '=', id).where('flowStatus', 'in', ['4', '5']).execute();
    await flowDeskOf(ctx.app)!.submit(ctx, { businessType: dictType.code, id });
  } else {
    const versionNo = await publishType(ctx, id);
    await ctx.db.updateTable('standardType').set({ flowStatus: '4' }).where('id', '=', id).execute();
    const { added, changed, removed } = counts(changes);
    ctx.audit.note(`“${row.gbTypeName}”发布第${versionNo}版：新增${added}项，修改${changed}项，删除${removed}项`);
  }
  const { versionNo, flowStatus, processInstanceId } = await typeOf(ctx.db, id);
  return { versionNo, flowStatus: flowStatus as FlowStatus, processInstanceId };
}
