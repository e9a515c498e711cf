import { dataApi } from '#modules/market/contract/api.ts';
import { app as application } from '#modules/market/contract/app.ts';
import { apiGroup } from '#modules/market/contract/group.ts';
import { apiMask } from '#modules/market/contract/mask.ts';
import { plan } from '#modules/market/contract/plan.ts';
import { subscription } from '#modules/market/contract/subscription.ts';
import { accountOf, callsAs, type Calls } from './governance-calls.ts';
import { columnsOf, type Work } from './governance-work.ts';
import { CONSUMER, LEDGER, PORTAL } from './market-calls-list.ts';
import { DEMO_APIS, DEMO_MASK, DEMO_OFFERS, DEMO_PLANS, type DemoApi } from './market-list.ts';

/** Applications of the consumer, with the APIs that each asks for; the last one waits for an answer. */
const APPLICATIONS = [
  { appName: LEDGER, remark: '按日核对合同与回款', apis: ['合同查询', '组织月度经营', '合同与客户', '分子公司年度指标'] },
  { appName: PORTAL, remark: '展示客户与项目', apis: ['客户查询', '项目进度', '持证人员', '客户签约排名'] },
] as const;
const UNDECIDED = '客户签约排名';
/** what an application takes where an API is offered with plans */
const TAKEN_PLAN = '标准';
/** Groups of the market by the APIs that stand in each. */
const GROUPS = [
  { groupName: '经营', apis: ['合同查询', '组织月度经营', '分子公司年度指标'] },
  { groupName: '客户', apis: ['客户查询', '客户签约排名', '合同与客户'] },
  { groupName: '项目与人员', apis: ['项目进度', '持证人员'] },
] as const;

/** What definitions name, by the names of the demo: tables by schema and name, data sets by code. */
interface Known {
  readonly sourceId: string;
  readonly tables: ReadonlyMap<string, string>;
  readonly sets: ReadonlyMap<string, { readonly id: string; readonly setName: string }>;
}
async function known({ app, sourceId }: Work): Promise<Known> {
  const columns = await columnsOf(app.db, sourceId).select('metadataColumn.tableId').execute();
  const sets = await app.db
    .selectFrom('visualDataSet')
    .select(['id', 'code', 'setName'])
    .where('sourceId', '=', sourceId)
    .where('deletedAt', 'is', null)
    .execute();
  return {
    sourceId,
    tables: new Map(columns.map((row) => [`${row.schemaName}.${row.tableName}`, row.tableId])),
    sets: new Map(sets.flatMap(({ code, ...set }) => (code === null ? [] : [[code, set]]))),
  };
}

/** Null: its table or data set was taken away. */
function bodyOf(api: DemoApi, { sourceId, tables, sets }: Known) {
  const columns = api.columns ?? [];
  const asked = new Set(api.params.map(({ columnName, paramName }) => columnName ?? paramName));
  const names = [...new Set([...columns.map(([name]) => name), ...(api.sqlText ? [] : asked)])];
  const joins = (api.joins ?? []).map(({ table, ...join }) => ({ ...join, tableId: tables.get(table), tableName: table.split('.')[1] }));
  const set = api.dataSet === undefined ? undefined : sets.get(api.dataSet);
  const tableId = api.table === undefined ? null : tables.get(api.table);
  if (tableId === undefined || joins.some((join) => join.tableId === undefined) || (api.dataSet !== undefined && !set)) return null;
  return {
    apiName: api.apiName,
    apiVersion: 'v1.0.0',
    apiUrl: api.apiUrl,
    remark: api.remark,
    executeConfig: {
      sourceId,
      configType: set ? '3' : api.sqlText ? '2' : '1',
      tableId,
      tableName: api.table?.split('.')[1] ?? null,
      joins,
      dataSetId: set?.id ?? null,
      dataSetName: set?.setName ?? null,
      sqlText: api.sqlText ?? null,
      fieldParams: names.map((columnName) => ({
        columnName,
        columnComment: columns.find(([name]) => name === columnName)?.[1] ?? null,
        reqable: asked.has(columnName) ? '1' : '0',
        resable: columns.some(([name]) => name === columnName) ? '1' : '0',
      })),
      orderBy: api.orderBy ?? [],
      cacheTtl: api.cacheTtl ?? 0,
    },
    reqParams: api.params.map((param) => ({ ...param, paramType: param.paramType ?? '1' })),
    resParams: columns.map(([fieldName, fieldComment, alias]) => ({ fieldName, fieldComment, fieldAliasName: alias ?? null })),
  };
}

type Ids = ReadonlyMap<string, string>;
/** Plans, and the APIs that are offered with them. Answers the plans by name. */
async function offerPlans(call: Calls, apis: Ids): Promise<Ids> {
  const plans = new Map<string, string>();
  for (const body of DEMO_PLANS) plans.set(body.planName, (await call(plan.create, { body })).id);
  for (const [apiName, names] of Object.entries(DEMO_OFFERS)) {
    const apiId = apis.get(apiName);
    if (apiId) await call(plan.offer, { params: { apiId }, body: { planIds: names.map((name) => plans.get(name)) } });
  }
  return plans;
}

/** The masks of one API; rules that somebody took away are left out. */
async function maskOne(call: Calls, { app }: Work, apis: Ids): Promise<void> {
  const apiId = apis.get(DEMO_MASK.apiName);
  const library = await app.db.selectFrom('metadataMaskRule').select(['id', 'ruleCode']).where('deletedAt', 'is', null).execute();
  const rules = Object.entries(DEMO_MASK.rules).flatMap(([fieldName, code]) => {
    const rule = library.find(({ ruleCode }) => ruleCode === code);
    return rule ? [{ fieldName, maskRuleId: rule.id }] : [];
  });
  if (!apiId || rules.length === 0) return;
  const body = { apiId, maskName: '客户联系方式加严', rules, remark: '对外提供时不显示联系人，手机仅留首尾' };
  await call(apiMask.create, { body });
}

/** Applications of a consumer and what they ask for; answers the requests that are to be agreed to. */
async function askFor(call: Calls, apis: Ids, plans: Ids): Promise<string[]> {
  const asked: string[] = [];
  for (const { appName, remark, apis: names } of APPLICATIONS) {
    const { id: appId } = await call(application.create, { body: { appName, remark } });
    for (const name of names) {
      const apiId = apis.get(name);
      if (!apiId) continue;
      const planId = name in DEMO_OFFERS ? plans.get(TAKEN_PLAN) : null;
      const { id } = await call(subscription.create, { body: { appId, apiId, days: 365, reason: remark, planId } });
      if (name !== UNDECIDED) asked.push(id);
    }
  }
  return asked;
}

/**
 * Released APIs of the governance administrator over tables, a join, a data set and a script, with groups, plans and masks; two applications
 * of a consumer and what they asked for.
 */
export async function publishApis(work: Work): Promise<void> {
  const { app, signal, chief } = work;
  const made = await app.db.selectFrom('marketApi').select('id').limit(1).executeTakeFirst();
  const consumer = await accountOf(app, CONSUMER);
  if (made || !consumer) return;
  const names = await known(work);
  const ids = new Map<string, string>();
  const plans = await callsAs(app, chief, signal, async (call) => {
    for (const api of DEMO_APIS) {
      const body = bodyOf(api, names);
      if (body === null) continue;
      const { id } = await call(dataApi.create, { body });
      await call(dataApi.release, { params: { id } });
      ids.set(api.apiName, id);
    }
    for (const [sortNo, { groupName, apis }] of GROUPS.entries()) {
      const { id: groupId } = await call(apiGroup.create, { body: { groupName, sortNo } });
      await call(apiGroup.assign, { body: { groupId, apiIds: apis.flatMap((name) => ids.get(name) ?? []) } });
    }
    await maskOne(call, work, ids);
    return offerPlans(call, ids);
  });
  const asked = await callsAs(app, consumer, signal, (call) => askFor(call, ids, plans));
  await callsAs(app, chief, signal, async (call) => {
    for (const id of asked) await call(subscription.decide, { params: { id }, body: { approved: true, opinion: '同意' } });
  });
}
