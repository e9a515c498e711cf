import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { QualityCalls } from '../test-quality.ts';

const app = startApp();
const source = testSource(
  app,
  `create table staff (id int primary key, mobile text, sex text, pay int);
   insert into staff select g, '138' || lpad(g::text, 8, '0'), case when g % 2 = 0 then 'F' else 'M' end, g * 10 from generate_series(1, 300) g;`,
);
const calls = new QualityCalls(app);
const BASE = '/data/quality/suggestions';
const PERMS = [
  'quality:rule:list',
  'quality:rule:add',
  'quality:rule:run',
  'quality:report:list',
  'metadata:datacolumn:list',
  'metadata:datasource:edit',
];
let table = '';
let steward: Send;
interface One {
  columnId: string;
  columnName: string;
  item: string;
  exists: boolean;
  isRejected: boolean;
  ruleId: string | null;
}
const list = async (as: Send = steward): Promise<One[]> => (await as('GET', `${BASE}?tableId=${table}`)).data;
const names = (all: readonly One[]) => all.map(({ columnName, item }) => `${columnName} ${item}`);

beforeAll(async () => {
  calls.sourceId = await source.register();
  table = await calls.table('staff');
  await sealColumns(app, calls.sourceId, 'pay');
  const { jobId } = (await app.admin('POST', '/data/metadata/profiles/run', { tableId: table })).data as { jobId: string };
  const state = () => app.admin('GET', `/data/metadata/profiles/table/${table}`);
  await until(state, ({ data }) => data.job?.id === jobId && data.job.state === 'done', 60_000);
  steward = app.as((await app.make.user({ perms: PERMS, dataScope: '1' })).token);
}, 120_000);

describe('规则建议', () => {
  it('follow from the profile, and spell nothing of a sensitive column', async () => {
    const all = names(await list());
    expect(all).toEqual(
      expect.arrayContaining([
        'id integrity_key',
        'id unique_key',
        'mobile integrity_key',
        'mobile accuracy_mobile',
        'sex accuracy_in_set',
      ]),
    );
    expect(all.filter((name) => name.startsWith('pay '))).toEqual(['pay integrity_key', 'pay unique_key']);
  });

  it('that are taken are rules that pass, once', async () => {
    const rules = (await list()).filter(({ columnName }) => columnName === 'sex').map(({ columnId, item }) => ({ columnId, item }));
    const made = await steward('POST', `${BASE}/accept`, { tableId: table, rules });
    expect([made.status, made.msg]).toEqual([200, made.msg]);
    const results = made.data.results as { state: string; ruleId: string }[];
    expect(results.every(({ state }) => state === 'made')).toBe(true);
    const { of } = await calls.run(steward, ...results.map(({ ruleId }) => ruleId));
    for (const { ruleId } of results) expect(of(ruleId)).toMatchObject({ state: 'pass', checkErrorCount: 0 });
    const again = await steward('POST', `${BASE}/accept`, { tableId: table, rules });
    expect(again.data.results.every(({ state }: { state: string }) => state === 'exists')).toBe(true);
  });

  it('that nobody wants stay marked, until somebody thinks better of it', async () => {
    const one = (await list()).find(({ columnName, item }) => columnName === 'id' && item === 'unique_key')!;
    const body = { tableId: table, rules: [{ columnId: one.columnId, item: one.item }] };
    const marked = async () => (await list()).find(({ columnId, item }) => columnId === one.columnId && item === one.item)?.isRejected;
    expect((await steward('POST', `${BASE}/reject`, body)).status).toBe(200);
    expect((await steward('POST', `${BASE}/reject`, body)).status).toBe(200);
    expect(await marked()).toBe(true);
    expect((await steward('POST', `${BASE}/reject`, { ...body, isRejected: false })).status).toBe(200);
    expect(await marked()).toBe(false);
  });

  it('are for who sees the table, and made by who may make rules', async () => {
    const stranger = app.as((await app.make.user({ perms: ['quality:rule:list'], dataScope: '5' })).token);
    await app.database.db.updateTable('metadataSource').set({ isShared: '0' }).where('id', '=', calls.sourceId).execute();
    expect((await stranger('GET', `${BASE}?tableId=${table}`)).status).toBe(404);
    const body = { tableId: table, rules: [{ columnId: '1', item: 'unique_key' }] };
    expect((await stranger('POST', `${BASE}/accept`, body)).status).toBe(403);
    expect(await steward('POST', `${BASE}/accept`, body)).toMatchObject({ status: 404 });
  });
});
