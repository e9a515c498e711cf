import { alertRule } from '#modules/quality/contract/alert.ts';
import { job } from '#modules/quality/contract/job.ts';
import { rule } from '#modules/quality/contract/rule.ts';
import { callsAs } from './governance-calls.ts';
import { columnsOf, type Work } from './governance-work.ts';
import { DEMO_RULES, type Names } from './quality-rules-list.ts';

const PLAN = '每日质量核查';
/** Who owns a rule of the highest level hears of what became bad or good, not at night, what comes within ten minutes in one message. */
const ALERT = {
  alertName: '高级别规则告警',
  levelIds: ['3'],
  kinds: ['fail', 'error', 'recover'] as const,
  toRuleOwner: '1',
  quietFrom: '22:00',
  quietTo: '07:00',
  groupMinutes: 10,
  status: '1',
} as const;

/** Names of the warehouse as ids; throws for a name that the catalogue does not have. */
async function namesOf({ app, sourceId }: Work): Promise<Names> {
  const columns = await columnsOf(app.db, sourceId).select('metadataColumn.tableId').execute();
  const tables = new Map(columns.map((row) => [`${row.schemaName}.${row.tableName}`, row.tableId]));
  const ids = new Map(columns.map((row) => [`${row.schemaName}.${row.tableName} ${row.columnName}`, row.id]));
  const known = (map: ReadonlyMap<string, string>, name: string) => {
    const id = map.get(name);
    if (!id) throw new Error(`the catalogue has no ${name}`);
    return id;
  };
  return { table: (name) => known(tables, name), column: (table, name) => known(ids, `${table} ${name}`) };
}

/** The rules of the steward, a plan for every night, an alert, and a first run of all of them; what was made once is not made again. */
export async function makeRules(work: Work): Promise<void> {
  const { app, signal, steward, sourceId } = work;
  const made = await app.db.selectFrom('qualityCheckRule').select('id').limit(1).executeTakeFirst();
  if (made) return;
  const names = await namesOf(work);
  const items = await app.db.selectFrom('qualityRuleItem').select(['id', 'itemCode', 'ruleTypeId']).execute();
  const itemOf = new Map(items.map((item) => [item.itemCode, item]));
  await callsAs(app, steward, signal, async (call) => {
    const ids: string[] = [];
    for (const one of DEMO_RULES) {
      const item = itemOf.get(one.item);
      if (!item) throw new Error(`the product has no check ${one.item}`);
      const body = {
        ruleName: one.name,
        ruleTypeId: item.ruleTypeId,
        ruleItemId: item.id,
        ruleLevelId: one.level,
        ruleSourceId: sourceId,
        ruleTableId: names.table(one.table),
        ruleColumnId: one.column ? names.column(one.table, one.column) : null,
        ruleConfig: { ruleItemCode: one.item, ...one.config?.(names) },
        ruleStrength: one.isStrong ? '2' : '1',
        status: '1',
      };
      ids.push((await call(rule.create, { body })).id);
    }
    await call(job.create, { body: { jobName: PLAN, triggerKind: 'cron', cronExpression: '0 0 3 * * ?', sourceIds: [sourceId] } });
    await call(alertRule.create, { body: ALERT });
    await call(rule.runMany, { body: { ids } });
  });
}
