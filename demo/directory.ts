import { drd } from '#modules/market/contract/drd.ts';
import { drdUse } from '#modules/market/contract/drd-use.ts';
import { store } from '#modules/market/contract/store.ts';
import { DIRECTORY_CLASSES, DIRECTORY_RESOURCES, WAITING_RESOURCE, type DemoResource } from './directory-list.ts';
import { accountOf, callsAs } from './governance-calls.ts';
import type { Work } from './governance-work.ts';

const AUTHOR = 'data_steward';
const CONSUMER = 'api_consumer';
const ANALYST = 'analyst';
const TERM_DAYS = 180;
const DAY_MS = 86_400_000;

async function namesOf({ app, sourceId }: Work) {
  const tables = await app.db
    .selectFrom('metadataTable')
    .select(['id', 'schemaName', 'tableName'])
    .where('sourceId', '=', sourceId)
    .where('deletedAt', 'is', null)
    .execute();
  const apis = await app.db
    .selectFrom('marketApi')
    .select(['id', 'apiName'])
    .where('deletedAt', 'is', null)
    .where('status', '=', '2')
    .execute();
  const users = await app.db.selectFrom('sysUser').select(['id', 'username', 'deptId']).where('deletedAt', 'is', null).execute();
  return {
    tables: new Map(tables.map((row) => [`${row.schemaName}.${row.tableName}`, row.id])),
    apis: new Map(apis.map((row) => [row.apiName, row.id])),
    users: new Map(users.map((row) => [row.username, row])),
  };
}
type Names = Awaited<ReturnType<typeof namesOf>>;

function bodyOf(resource: DemoResource, catalogId: string | undefined, { tables, apis, users }: Names) {
  const owner = users.get(resource.owner);
  const known = (type: '1' | '2', ids: Map<string, string>, names: readonly string[]) =>
    names.flatMap((name) => (ids.has(name) ? [{ mountType: type, refId: ids.get(name) }] : []));
  return {
    resName: resource.name,
    catalogId,
    summary: resource.summary,
    ownerDept: owner?.deptId ?? null,
    ownerUser: owner?.id ?? null,
    updateFreq: resource.freq,
    shareType: resource.share,
    shareCondition: resource.condition ?? null,
    shareWay: resource.share === '3' ? null : '库表查询、接口、文件下载',
    tags: resource.tags,
    mounts: [...known('1', tables, resource.tables), ...known('2', apis, resource.apis ?? [])],
  };
}

/** Where the data of the demo company lies. */
export async function registerStores(work: Work): Promise<void> {
  const { app, chief, signal, sourceId } = work;
  if (await app.db.selectFrom('marketStore').select('id').limit(1).executeTakeFirst()) return;
  const gb = 1024 ** 3;
  await callsAs(app, chief, signal, async (call) => {
    const ownerId = work.idOf('engineer');
    const warehouse = {
      storeName: '经营数据仓库',
      storeType: '4',
      sourceId,
      ownerId,
      capacityBytes: 2 * gb,
      remark: '公司经营分析的数据仓库',
    };
    await call(store.create, { body: warehouse });
    await call(store.create, { body: { storeName: '平台数据库', storeType: '4', capacityBytes: 10 * gb, remark: '平台自身的数据' } });
  });
}

/** The resource directory: catalogued by a steward, published by the chief, two requests of which one is decided, and a demand. */
export async function makeDirectory(work: Work): Promise<void> {
  const { app, chief, signal } = work;
  const author = await accountOf(app, AUTHOR);
  const made = await app.db.selectFrom('marketDrdCatalog').select('id').limit(1).executeTakeFirst();
  if (made || !author) return;
  const names = await namesOf(work);
  const ids = new Map<string, string>();
  await callsAs(app, author, signal, async (call) => {
    const classes = new Map<string, string>();
    for (const [sort, [codePart, catalogName, below]] of DIRECTORY_CLASSES.entries()) {
      const { id: parentId } = await call(drd.createCatalog, { body: { catalogName, codePart, sort } });
      for (const [at, [part, name]] of below.entries()) {
        const { id } = await call(drd.createCatalog, { body: { parentId, catalogName: name, codePart: part, sort: at } });
        classes.set(`${codePart}-${part}`, id);
      }
    }
    for (const resource of [...DIRECTORY_RESOURCES, WAITING_RESOURCE]) {
      const { id } = await call(drd.create, { body: bodyOf(resource, classes.get(resource.catalog), names) });
      await call(drd.submit, { params: { id } });
      ids.set(resource.name, id);
    }
  });
  await callsAs(app, chief, signal, async (call) => {
    for (const { name } of DIRECTORY_RESOURCES)
      await call(drd.publish, { params: { id: ids.get(name) }, body: { approved: true, opinion: '编目完整' } });
  });
  await ask(work, ids);
}

async function ask({ app, chief, signal }: Work, ids: ReadonlyMap<string, string>): Promise<void> {
  const validTo = new Date(app.now().getTime() + TERM_DAYS * DAY_MS).toISOString().slice(0, 10);
  const consumer = await accountOf(app, CONSUMER);
  const analyst = await accountOf(app, ANALYST);
  if (consumer) {
    const { id } = await callsAs(app, consumer, signal, async (call) => {
      await call(drdUse.giveFeedback, {
        params: { id: ids.get('合同台账') },
        body: { kind: '1', rating: 5, content: '口径清楚，对账够用' },
      });
      return call(drdUse.apply, {
        params: { id: ids.get('合同台账') },
        body: { usageType: '3', columns: ['no', 'name', 'sign_date', 'amount'], purpose: '按季度核对合同金额', validTo },
      });
    });
    await callsAs(app, chief, signal, (call) => call(drdUse.approve, { params: { id }, body: { approved: true, opinion: '同意' } }));
  }
  if (analyst)
    await callsAs(app, analyst, signal, async (call) => {
      const body = { usageType: '1', columns: ['customer_id', 'name', 'province_code'], purpose: '分析各省客户分布', validTo };
      await call(drdUse.apply, { params: { id: ids.get('客户主体名录') }, body });
      await call(drdUse.createDemand, { body: { demandTitle: '供应商准入名录', demandDesc: '分析分包集中度，需要供应商及其准入时间' } });
    });
}
