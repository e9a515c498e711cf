import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { seedCompany } from './company.ts';
import { seedApprovals } from './workflow.ts';

const app = startApp();
const states = async () =>
  (await app.database.db.selectFrom('flowRequest').select(['flowStatus', 'title']).orderBy('id').execute())
    .map((row) => row.flowStatus)
    .join('');

beforeAll(async () => {
  await seedCompany(app.node.app, app.database.db);
  await seedApprovals(app.node.app);
});

it('the demo company has approvals in every state, made once', async () => {
  expect(await states()).toBe('432513336');
  await seedApprovals(app.node.app);
  expect(await states()).toHaveLength(9);
  const { data } = await app.admin('GET', '/workflow/instances/pageRunning');
  expect(data.total).toBe(5);
  expect(data.data.map((row: { currentNodes: string[] }) => row.currentNodes[0])).toContain('评审小组票签');
});
