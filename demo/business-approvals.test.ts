import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { seedBusinessApprovals } from './business-approvals.ts';
import { seedCompany } from './company.ts';
import { seedRecords } from './records/index.ts';

const app = startApp();
const states = async (type: string) =>
  (await app.database.db.selectFrom('kitProposal').select('flowStatus').where('businessType', '=', type).orderBy('id').execute())
    .map((row) => row.flowStatus)
    .join('');

beforeAll(async () => {
  await seedCompany(app.node.app, app.database.db);
  await seedRecords(app.node.app, app.database.db);
  await seedBusinessApprovals(app.node.app);
});

it('records of other modules are under approval in the demo company, made once', async () => {
  expect([await states('project.supplierBlacklist'), await states('system.notice')]).toEqual(['345', '32']);
  await seedBusinessApprovals(app.node.app);
  expect([await states('project.supplierBlacklist'), await states('system.notice')]).toEqual(['345', '32']);
  const { data } = await app.admin('GET', '/workflow/business/page?pageSize=100');
  const on = data.data.filter(({ status }: { status: string }) => status === '1').map((row: { businessCode: string }) => row.businessCode);
  expect(on.toSorted()).toEqual(['1018', '2013', '9016']);
  expect(data.data.map((row: { businessCode: string }) => row.businessCode)).toEqual(expect.arrayContaining(['7013', '7014', '4011']));
});

it('boards are published without an approval until somebody switches it on', async () => {
  const { governs } = app.node.app.modules.find((module) => module.flowDesk)!.flowDesk!;
  const types = app.node.app.modules.flatMap(({ businessTypes = [] }) => businessTypes);
  for (const [code, isGoverned] of [
    ['visual.board', false],
    ['visual.screen', false],
    ['quality.rule', false],
    ['metadata.grant', true],
  ] as const)
    expect(
      await governs(
        app.database.db,
        types.find((type) => type.code === code)!,
      ),
    ).toBe(isGoverned);
});
