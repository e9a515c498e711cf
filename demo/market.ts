import { dataApi } from '#modules/market/contract/api.ts';
import { app as application } from '#modules/market/contract/app.ts';
import { apiGroup } from '#modules/market/contract/group.ts';
import { subscription } from '#modules/market/contract/subscription.ts';
import { accountOf, callsAs } from './governance-calls.ts';
import { columnsOf, type Work } from './governance-work.ts';
import { DEMO_APIS, type DemoApi } from './market-list.ts';

const CONSUMER = 'api_consumer';
/** Applications of the consumer, with the APIs that each asks for; the last one waits for an answer. */
const APPLICATIONS = [
  { appName: '财务对账系统', remark: '按日核对合同与回款', apis: ['合同查询', '组织月度经营'] },
  { appName: '经营分析门户', remark: '展示客户与项目', apis: ['客户查询', '项目进度', '客户签约排名'] },
] as const;
const UNDECIDED = '客户签约排名';
/** Groups of the market by the APIs that stand in each. */
const GROUPS = [
  { groupName: '经营', apis: ['合同查询', '组织月度经营', '客户签约排名'] },
  { groupName: '客户', apis: ['客户查询'] },
  { groupName: '项目与人员', apis: ['项目进度', '持证人员'] },
] as const;

function bodyOf(api: DemoApi, sourceId: string, tableId: string | null) {
  const columns = api.columns ?? [];
  const asked = new Set(api.params.map(({ columnName, paramName }) => columnName ?? paramName));
  const names = [...new Set([...columns.map(([name]) => name), ...(tableId === null ? [] : asked)])];
  return {
    apiName: api.apiName,
    apiVersion: 'v1.0.0',
    apiUrl: api.apiUrl,
    remark: api.remark,
    executeConfig: {
      sourceId,
      configType: tableId === null ? '2' : '1',
      tableId,
      tableName: api.table ?? null,
      sqlText: api.sqlText ?? null,
      fieldParams: names.map((columnName) => ({
        columnName,
        columnComment: columns.find(([name]) => name === columnName)?.[1] ?? null,
        reqable: asked.has(columnName) ? '1' : '0',
        resable: columns.some(([name]) => name === columnName) ? '1' : '0',
      })),
      orderBy: api.orderBy ?? [],
    },
    reqParams: api.params.map((param) => ({ ...param, paramType: param.paramType ?? '1' })),
    resParams: columns.map(([fieldName, fieldComment]) => ({ fieldName, fieldComment })),
  };
}

/** Six released APIs of the governance administrator, two applications of a consumer and what they asked for. No calls are invented. */
export async function publishApis(work: Work): Promise<void> {
  const { app, signal, chief, sourceId } = work;
  const made = await app.db.selectFrom('marketApi').select('id').limit(1).executeTakeFirst();
  const consumer = await accountOf(app, CONSUMER);
  if (made || !consumer) return;
  const columns = await columnsOf(app.db, sourceId).select('metadataColumn.tableId').execute();
  const tables = new Map(columns.map((row) => [`${row.schemaName}.${row.tableName}`, row.tableId]));
  const ids = new Map<string, string>();
  await callsAs(app, chief, signal, async (call) => {
    for (const api of DEMO_APIS) {
      const { id } = await call(dataApi.create, { body: bodyOf(api, sourceId, api.table ? (tables.get(api.table) ?? null) : null) });
      await call(dataApi.release, { params: { id } });
      ids.set(api.apiName, id);
    }
    for (const [sortNo, { groupName, apis }] of GROUPS.entries()) {
      const { id: groupId } = await call(apiGroup.create, { body: { groupName, sortNo } });
      await call(apiGroup.assign, { body: { groupId, apiIds: apis.map((name) => ids.get(name)) } });
    }
  });
  const asked: string[] = [];
  await callsAs(app, consumer, signal, async (call) => {
    for (const { appName, remark, apis } of APPLICATIONS) {
      const { id: appId } = await call(application.create, { body: { appName, remark } });
      for (const name of apis) {
        const { id } = await call(subscription.create, { body: { appId, apiId: ids.get(name), days: 365, reason: remark } });
        if (name !== UNDECIDED) asked.push(id);
      }
    }
  });
  await callsAs(app, chief, signal, async (call) => {
    for (const id of asked) await call(subscription.decide, { params: { id }, body: { approved: true, opinion: '同意' } });
  });
}
