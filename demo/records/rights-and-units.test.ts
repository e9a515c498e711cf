import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { patentNumberProblem } from '#modules/projects/core/patent-number.ts';
import { seedCompany } from '../company.ts';
import { awards, properties } from '../warehouse/archive.ts';
import { periodOf } from '../warehouse/calendar.ts';
import { targetsOf } from '../warehouse/money.ts';
import { worldOf } from '../warehouse/ods/world.ts';
import { seedRecords } from './index.ts';

const app = startApp();
const period = periodOf(new Date());
const world = worldOf(period);
const get = async (path: string) => (await app.admin('GET', path)).data;

beforeAll(async () => {
  await seedCompany(app.node.app, app.database.db);
  await seedRecords(app.node.app, app.database.db);
}, 120_000);

/** Every rule of the form holds for the rows as they are. */
async function canBeSaved(base: string, query: string): Promise<number> {
  const { data } = await get(`${base}/page?pageSize=30&${query}`);
  for (const { id } of data as { id: string }[]) {
    const answer = await app.admin('PUT', `${base}/${id}`, await get(`${base}/${id}`));
    expect(answer.status, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(200);
  }
  return data.length;
}

describe('demo intellectual property', () => {
  const base = '/api/project/intellectualProperty';
  it('is that of the warehouse: 494, of them more than 150 patents in force', async () => {
    const stat = await get(`${base}/stat`);
    expect(stat.total).toBe(properties(world.staff, period).length);
    expect(stat.patentsInForce).toBeGreaterThanOrEqual(150);
    expect(stat.byBranch.length).toBeGreaterThan(11);
  });

  it('has patent numbers with their check digit, and fees due within 90, 30 and 7 days', async () => {
    const { data } = await get(`${base}/page?phase=patents&pageSize=200`);
    for (const row of data) expect(patentNumberProblem(row.applyNo, row.ipType), row.applyNo).toBeNull();
    for (const days of [7, 30, 90]) expect((await get(`${base}/page?dueWithin=${days}`)).total, `${days}`).toBeGreaterThan(0);
  });

  it('can be saved as it is', { timeout: 60_000 }, async () => {
    expect(await canBeSaved(base, 'phase=pending')).toBe(30);
    expect(await canBeSaved(base, 'ipType=1&legalStatus=4')).toBe(30);
  });
});

describe('demo quality projects', () => {
  const base = '/api/project/qualityProject';
  it('are the 200 of the warehouse, with the same awards', async () => {
    const rows = awards(world.projects, period);
    const stat = await get(`${base}/stat`);
    expect(stat).toMatchObject({ total: 200, won: rows.filter((row) => row['stage'] === '5').length });
    expect(rows).toHaveLength(200);
  });

  it('can be saved as they are, and show the way they went', { timeout: 60_000 }, async () => {
    expect(await canBeSaved(base, 'stage=5&sort=-awardDate')).toBe(30);
    const [row] = (await get(`${base}/page?stage=5`)).data;
    const { track } = await get(`${base}/${row.id}`);
    expect(track.map((step: { stage: string }) => step.stage)).toEqual(['1', '2', '3', '4', '5']);
  });
});

describe('demo units', () => {
  const base = '/api/project/department';
  it('are the organisation of the warehouse with its 1,800 people and the targets of its branches', async () => {
    // the warehouse ends yesterday: on New Year's Day that is another year than the page shows
    const stat = await get(`${base}/stat?year=${period.year}`);
    expect(stat).toMatchObject({ total: 29, staffActual: 1800, year: period.year });
    const targets = targetsOf(period).filter((one) => one.year === period.year);
    const sum = (pick: (one: (typeof targets)[number]) => number) =>
      (targets.reduce((total, one) => total + pick(one), 0) / 10_000).toFixed(2);
    expect(stat).toMatchObject({
      contract: sum((one) => one.contract),
      output: sum((one) => one.output),
      receipt: sum((one) => one.receipt),
      profit: sum((one) => one.profit),
    });
    expect(stat.byYear).toHaveLength(4);
  });

  it('can be saved as they are', { timeout: 60_000 }, async () => expect(await canBeSaved(base, '')).toBe(29));
});

it('is made once', async () => {
  await seedRecords(app.node.app, app.database.db);
  expect((await get('/api/project/qualityProject/stat')).total).toBe(200);
  expect((await get('/api/project/department/stat')).total).toBe(29);
});
