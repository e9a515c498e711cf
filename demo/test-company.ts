import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { productModules, startApp, testServer, type TestApp } from '#kit/test/app.ts';
import { cloneFilled } from '#kit/test/template.ts';
import { registerDemoSource } from '#modules/catalogue/server/index.ts';
import { seedCompany } from './company.ts';
import { demoModule } from './governance.ts';
import { loadWarehouse } from './warehouse/index.ts';

/** the cluster of the test run has a unix socket only */
const urlOf = (database: string) => {
  const { host, port, user } = testServer(database);
  return `postgres://${user}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`;
};
/** A warehouse with the daily sheets of so many months, and its end; the rows are made once per run. */
const warehouseOf = (name: string, sheetMonths: number) =>
  cloneFilled(name, `template_warehouse_${sheetMonths}`, async (connection) => {
    await loadWarehouse({ connect: () => connection, today: new Date(), sheetMonths, progress: () => undefined });
  });

/**
 * A server beside a demo warehouse with the daily sheets of so many months. `seed` in a `beforeAll` makes its people and registers
 * the warehouse as a source; stewards have not begun then.
 */
export function demoCompany({ sheetMonths }: { sheetMonths: number }): { app: TestApp; seed: () => Promise<void> } {
  const warehouse = `demo_company_${process.pid}_${randomBytes(3).toString('hex')}`;
  let drop: () => Promise<void> = async () => undefined;
  beforeAll(async () => {
    ({ drop } = await warehouseOf(warehouse, sheetMonths));
  }, 240_000);
  const app = startApp({ managed: true, modules: [...productModules, demoModule], settings: { demoReaderUrl: urlOf(warehouse) } });
  afterAll(() => drop());
  const seed = async () => {
    const { db } = app.database;
    await seedCompany(app.node.app, db);
    const admin = await db.selectFrom('sysUser').select(['id', 'deptId']).where('username', '=', 'admin').executeTakeFirstOrThrow();
    const source = { sourceName: '演示数据仓库', createBy: admin.id, createDept: admin.deptId };
    await db.transaction().execute((trx) => registerDemoSource(app.node.app, trx, source));
  };
  return { app, seed };
}
