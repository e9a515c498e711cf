import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { addDays, dayAt } from '#modules/projects/core/expiry.ts';
import { seedCompany } from '../company.ts';
import { seedRecords } from './index.ts';

const app = startApp();
const today = dayAt(new Date());
const stored = () => app.database.db.selectFrom('prjPracticingQualification').selectAll().execute();
const page = async (query: string) => (await app.admin('GET', `/api/project/practicingQualification/page?${query}`)).data;

beforeAll(async () => {
  await seedCompany(app.node.app, app.database.db);
  await seedRecords(app.node.app, app.database.db);
}, 120_000);

describe('demo certificates', () => {
  it('are those of the warehouse: 620 in force, others ended or cancelled', async () => {
    const rows = await stored();
    expect(rows).toHaveLength(658);
    expect(rows.filter((row) => row.registerStatus !== '4' && row.validTo >= today)).toHaveLength(620);
    expect((await page('certStatus=4')).total).toBeGreaterThan(5);
    expect((await page('certStatus=3')).total).toBeGreaterThan(5);
  });

  it('end in the next 7, 30 and 90 days too, and some are locked by projects that have names', async () => {
    for (const days of [7, 30, 90]) expect((await page(`dueDays=${days}`)).total).toBeGreaterThan(0);
    const { data } = await page('occupied=1');
    expect(data.length).toBeGreaterThan(5);
    expect(data.every((row: { occupiedProjectName: string | null }) => row.occupiedProjectName)).toBe(true);
  });

  it('belong to departments of the platform, the branch above the department', async () => {
    const depts = new Map(
      (await app.database.db.selectFrom('sysDept').select(['id', 'path']).execute()).map((dept) => [dept.id, dept.path]),
    );
    for (const row of await stored()) expect(depts.get(row.deptId)).toContain(`/${row.branchId}/`);
  });

  it('can be edited as they are: every rule of the form holds for them', async () => {
    const { data } = await page(`pageSize=40&validToEnd=${addDays(today, 200)}`);
    for (const { id, occupied } of data as { id: string; occupied: string }[]) {
      const { data: row } = await app.admin('GET', `/api/project/practicingQualification/${id}`);
      const answer = await app.admin('PUT', `/api/project/practicingQualification/${id}`, row);
      expect(answer.status, `${answer.msg} ${occupied} ${JSON.stringify(answer.data)}`).toBe(200);
    }
  });

  it('are made once', async () => {
    await seedRecords(app.node.app, app.database.db);
    expect(await stored()).toHaveLength(658);
  });
});
