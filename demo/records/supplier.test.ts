import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { seedCompany } from '../company.ts';
import { suppliers } from '../warehouse/archive.ts';
import { periodOf } from '../warehouse/calendar.ts';
import { seedRecords } from './index.ts';

const app = startApp();
const BASE = '/api/project/supplier';
const stored = () => app.database.db.selectFrom('prjSupplier').selectAll().orderBy('id').execute();
const page = async (query: string) => (await app.admin('GET', `${BASE}/page?${query}`)).data;

beforeAll(async () => {
  await seedCompany(app.node.app, app.database.db);
  await seedRecords(app.node.app, app.database.db);
}, 120_000);

describe('demo suppliers', () => {
  it('are the 300 of the warehouse, with the same codes, scores and states', async () => {
    const rows = await stored();
    const source = suppliers(periodOf(app.node.app.now()));
    expect(rows).toHaveLength(300);
    expect(rows.map((row) => [row.supplierName, row.creditCode, Number(row.score), row.listStatus])).toEqual(
      source.map((row) => [row.supplier_name, row.credit_code, row.score, row.list_status]),
    );
  });

  it('have three years of evaluations whose latest is their score, and reasons where they are suspended or banned', async () => {
    for (const { id } of (await page('pageSize=30&sort=score')).data as { id: string }[]) {
      const { scores } = (await app.admin('GET', `${BASE}/${id}/scores`)).data;
      const { data } = await app.admin('GET', `${BASE}/${id}`);
      expect(scores).toHaveLength(3);
      expect([scores[0].score, scores[0].grade, scores[0].year]).toEqual([Number(data.score), data.grade, data.scoreYear]);
      if (data.listStatus === '4' || data.listStatus === '5') expect(data.statusReason).toBeTruthy();
      expect(data.statusChanges[0].toStatus).toBe(data.listStatus);
    }
    expect((await page('listStatus=4')).total).toBeGreaterThan(0);
    expect((await page('listStatus=5')).total).toBeGreaterThan(0);
  });

  it('hold qualifications that end in the next 7, 30 and 90 days, and some that have ended', async () => {
    const { within7, within30, within90, ended } = (await app.admin('GET', `${BASE}/stat`)).data.expiring;
    expect(within7).toBeGreaterThan(0);
    expect(within30).toBeGreaterThan(within7);
    expect(within90).toBeGreaterThan(within30);
    expect(ended).toBeGreaterThan(0);
  });

  it('can be edited as they are: every rule of the form holds for them', async () => {
    const { data } = await page('pageSize=60');
    for (const { id } of data as { id: string }[]) {
      const { data: row } = await app.admin('GET', `${BASE}/${id}`);
      const answer = await app.admin('PUT', `${BASE}/${id}`, row);
      expect(answer.status, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(200);
    }
  });

  it('leave the numbers of new suppliers free, and are made once', async () => {
    await seedRecords(app.node.app, app.database.db);
    expect(await stored()).toHaveLength(300);
    const made = await app.admin('POST', BASE, {
      supplierName: '新供应商有限公司',
      creditCode: '91350100M000100Y43',
      supplierType: '3',
      provinceCode: '330000',
      cityCode: '330100',
      contact: '张三',
      contactPhone: '13900000000',
    });
    expect(made, made.msg).toMatchObject({ status: 200 });
  });
});
