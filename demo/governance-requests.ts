import { accessRequest } from '#modules/gate/contract/access-request.ts';
import { agrees, decide, refuses, sendsBack, type Decision } from './decisions.ts';
import { accountOf, callsAs } from './governance-calls.ts';
import type { Work } from './governance-work.ts';

interface DemoRequest {
  readonly who: string;
  /** `schema.table` */
  readonly table: string;
  readonly columns: readonly string[];
  readonly days: number;
  readonly reason: string;
  /** what its approvers do, one after the other */
  readonly course: readonly Decision[];
}
const REQUESTS: readonly DemoRequest[] = [
  {
    who: 'engineer',
    table: 'dwd.prj_supplier',
    columns: ['contact_mobile'],
    days: 30,
    reason: '核对供应商门户的联系方式，导入前比对。',
    course: [agrees('同意，请只用于核对。'), agrees('已授权 30 天。')],
  },
  { who: 'engineer', table: 'dwd.biz_customer', columns: ['contact_mobile'], days: 7, reason: '客户回访名单去重。', course: [] },
  {
    who: 'analyst',
    table: 'dwd.prj_certificate',
    columns: ['person_name'],
    days: 90,
    reason: '证书人员分布分析。',
    course: [refuses('统计分析不需要姓名，请用工号汇总。')],
  },
  {
    who: 'analyst',
    table: 'dwd.biz_project',
    columns: ['manager'],
    days: 90,
    reason: '项目经理负荷。',
    course: [sendsBack('请写明看板给谁看，期限缩短到 30 天。')],
  },
];

/** Requests for rights on data, under way and decided. Done once. */
export async function askForRights({ app, signal, sourceId }: Work): Promise<void> {
  const made = await app.db.selectFrom('metadataAccessRequest').select('id').where('sourceId', '=', sourceId).limit(1).executeTakeFirst();
  if (made) return;
  for (const { who, table, columns, days, reason, course } of REQUESTS) {
    const [schemaName, tableName] = table.split('.') as [string, string];
    const row = await app.db
      .selectFrom('metadataTable')
      .select('id')
      .where('sourceId', '=', sourceId)
      .where('schemaName', '=', schemaName)
      .where('tableName', '=', tableName)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    const asker = await accountOf(app, who);
    if (!row || !asker) continue;
    const { processInstanceId } = await callsAs(app, asker, signal, (call) =>
      call(accessRequest.ofTable, { params: { tableId: row.id }, body: { columns, actions: ['unmask'], days, reason } }),
    );
    if (processInstanceId) for (const decision of course) await decide(app, processInstanceId, decision, signal);
  }
}
