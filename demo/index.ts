import pg from 'pg';
import type { App } from '#kit/server/ctx.ts';
import { registerDemoSource } from '#modules/catalogue/server/index.ts';
import { ADMIN_USERNAME } from '#modules/system/server/index.ts';
import { seedBusinessApprovals } from './business-approvals.ts';
import { seedCompany } from './company.ts';
import { requestGovernance } from './governance.ts';
import { seedLineage } from './lineage.ts';
import { seedNotices } from './notices.ts';
import { seedRecords } from './records/index.ts';
import { seedApprovals } from './workflow.ts';
import { createReader, loadWarehouse } from './warehouse/index.ts';

export { demoLevelsDecided, demoModule } from './governance.ts';

const COMPANY_AT = 30;
const WAREHOUSE_FROM = 35;
const WAREHOUSE_TO = 98;

/**
 * Fills the demo company and its warehouse (SEED=demo), then registers the warehouse as an ordinary source.
 * Repeatable; what is finished costs a few queries. `readerPassword` is that of the account which may only query the warehouse.
 */
export async function seedDemo(
  app: App,
  { readerPassword, progress }: { readerPassword: string; progress: (phase: string, percent: number) => void },
): Promise<void> {
  progress('准备演示公司：部门、岗位、角色与账号', COMPANY_AT);
  await seedCompany(app, app.db);
  await seedRecords(app, app.db);
  await seedNotices(app);
  await seedApprovals(app);
  await seedBusinessApprovals(app);
  const owner = app.settings.demoDatabaseUrl;
  if (owner === null) return;
  const connect = () => ({ connectionString: owner });
  await loadWarehouse({
    connect,
    today: app.now(),
    progress: (percent, text) =>
      progress(`准备演示数据仓库：${text}`, Math.round(WAREHOUSE_FROM + ((WAREHOUSE_TO - WAREHOUSE_FROM) * percent) / 100)),
  });
  const client = new pg.Client(connect());
  await client.connect();
  try {
    await createReader(client, readerPassword);
  } catch (error) {
    // The owner of an outside database may not create roles; reading as the owner is no way out.
    app.log.warn({ error: String(error) }, 'demo warehouse has no reader account');
    progress('演示数据仓库的账号不能创建只读角色，未登记演示数据源；请为其授予 CREATEROLE 后重启', WAREHOUSE_TO);
    return;
  } finally {
    await client.end();
  }
  progress('登记演示数据源', WAREHOUSE_TO);
  await register(app);
  await seedLineage(app);
  await requestGovernance(app, app.db);
}

async function register(app: App): Promise<void> {
  const admin = await app.db.selectFrom('sysUser').select(['id', 'deptId']).where('username', '=', ADMIN_USERNAME).executeTakeFirst();
  if (!admin) return;
  await app.db.transaction().execute((db) =>
    registerDemoSource(app, db, {
      sourceName: '演示数据仓库',
      remark: '工程咨询集团演示数据：合同、项目、收款、人力、质量与安全',
      createBy: admin.id,
      createDept: admin.deptId,
    }),
  );
}
