import type { Db } from '#kit/server/ctx.ts';
import { classify } from '#modules/gate/contract/classify.ts';
import { callsAs } from './governance-calls.ts';
import { columnsOf, waitFor, type Work } from './governance-work.ts';

/** the job that takes the lineage of a source */
const LINEAGE = 'metadata.lineage';

interface LevelDecision {
  /** `schema.table.column` */
  readonly columns: readonly string[];
  readonly classId?: string;
  readonly level: 'L1' | 'L2' | 'L3' | 'L4';
  readonly reason: string;
}

/**
 * What the steward says beside the recognition: columns that equal a sensitive one are as sensitive, figures of whole units are not. All
 * others follow their lineage.
 */
export const LEVEL_DECISIONS: readonly LevelDecision[] = [
  {
    columns: ['ods.ods_hr_employee.monthly_cost', 'dwd.hr_employee.monthly_cost'],
    classId: 'salary',
    level: 'L4',
    reason: '人工成本由个人工资按固定比例折算，可反推工资',
  },
  { columns: ['dwd.hr_employee.gender'], level: 'L2', reason: '性别仅在缺失时由证件号第17位补出，不反映证件号其他内容' },
  {
    columns: ['dwd.hr_employee.birthday'],
    classId: 'birthday',
    level: 'L3',
    reason: '只含出生日期，缺失时由证件号补出，按出生日期定级',
  },
  {
    columns: ['dws.dws_hr_month.average_age', 'dws.dws_hr_month.labor_cost'],
    level: 'L2',
    reason: '按单位按月汇总的平均年龄与人工成本，不反映个人',
  },
  {
    columns: ['ads.ads_hr_structure.item_code', 'ads.ads_hr_structure.item_name'],
    level: 'L2',
    reason: '结构维度（年龄段为十岁一档），只用于计数，不反映个人出生日期',
  },
  { columns: ['ads.ads_owner_rank.owner_name'], level: 'L2', reason: '签约排行在公司内部公开表彰，只含姓名与签约额' },
];

/** True once the steward has decided about levels of the source. */
export const areLevelsDecided = async (db: Db, sourceId: string): Promise<boolean> =>
  (await columnsOf(db, sourceId)
    .where('metadataColumn.levelBy', '=', 'manual')
    .where('metadataColumn.columnName', '=', 'monthly_cost')
    .executeTakeFirst()) !== undefined;

/** Decides about levels once the lineage of the warehouse is known; what somebody has decided meanwhile stays. */
export async function decideLevels({ app, signal, steward, sourceId }: Work): Promise<void> {
  await waitFor(signal, async () => {
    const job = await app.jobs.latest(app.db, LINEAGE, sourceId);
    return job && (job.state === 'waiting' || job.state === 'running') ? undefined : true;
  });
  const rows = await columnsOf(app.db, sourceId).select(['metadataColumn.levelBy']).execute();
  const open = new Map<string, string>(
    rows.flatMap((row) => (row.levelBy === 'manual' ? [] : [[`${row.schemaName}.${row.tableName}.${row.columnName}`, row.id] as const])),
  );
  await callsAs(app, steward, signal, async (call) => {
    for (const { columns, classId = null, level, reason } of LEVEL_DECISIONS) {
      const columnIds = columns.flatMap((name) => open.get(name) ?? []);
      if (columnIds.length > 0) await call(classify.setColumns, { body: { columnIds, classId, level, levelReason: reason } });
    }
  });
}
