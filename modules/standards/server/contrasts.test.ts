import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { sealColumns, synchronised, testSource } from '#modules/sources/server/test-source.ts';
import { mappingOfContrast } from './index.ts';

const app = startApp();
const source = testSource(
  app,
  `create table ods_hr_employee (emp_id int primary key, gender text, phone text, note text);
   insert into ods_hr_employee select g, case when g <= 60 then 'M' when g <= 100 then 'F' when g <= 104 then 'X' when g <= 107 then '未知'
     when g <= 109 then '3' else null end, '138' || g, 'n' || g from generate_series(1, 112) g;
   create table coded (degree text);
   comment on column coded.degree is '学历：1大专 2本科'; insert into coded values ('1'), ('2'), ('2');
   create table wide (code text);
   insert into wide select 'c' || g from generate_series(1, 10001) g;`,
);
let S = '';
let T = '';
const C: Record<string, string> = {};
let gender = '';
let K = '';
const itemIds: Record<string, string> = {};
const GENDER = 'gb_2261_1';

const columnsOf = async (tableName: string) => {
  const table = (await app.admin('GET', `/data/metadata/tables/list?sourceId=${S}&tableName=${tableName}`)).data.find(
    (row: { tableName: string }) => row.tableName === tableName,
  );
  const columns = (await app.admin('GET', `/data/metadata/columns/list?tableId=${table.id}`)).data;
  return {
    tableId: table.id as string,
    columns: Object.fromEntries(columns.map((row: { columnName: string; id: string }) => [row.columnName, row.id])),
  };
};
const values = async () => (await app.admin('GET', `/data/standard/contrastDicts/page?contrastId=${K}&pageSize=50`)).data.data;
const valueOf = async (code: string) => (await values()).find((row: { colCode: string }) => row.colCode === code);
const left = async (call = app.admin) => (await call('GET', `/data/standard/mappings/${K}`)).data.left;
const stat = async () => (await app.admin('GET', `/data/standard/contrasts/stat?tableId=${T}`)).data.data[0];

beforeAll(async () => {
  S = await source.register();
  const found = await columnsOf('ods_hr_employee');
  T = found.tableId;
  Object.assign(C, found.columns);
  gender = C['gender']!;
  for (const item of (await app.admin('GET', `/data/standard/dicts/page?typeId=${GENDER}`)).data.data) itemIds[item.gbCode] = item.id;
});

describe('a column and its code set', () => {
  it('S2: is contrasted once', async () => {
    const body = { sourceId: S, tableId: T, columnId: gender, gbTypeId: GENDER, bindGbColumn: 'gb_code' };
    const made = await app.admin('POST', '/data/standard/contrasts', body);
    expect(made, made.msg).toMatchObject({ status: 200 });
    K = made.data.id;
    expect(await app.admin('POST', '/data/standard/contrasts', body)).toMatchObject({ status: 409, error: 'entity.duplicate' });
    expect((await app.admin('GET', `/data/standard/contrasts/${K}`)).data).toMatchObject({
      columnName: 'gender',
      gbTypeName: '人的性别代码',
    });
    const tree = (await app.admin('GET', '/data/standard/contrasts/tree')).data;
    expect(tree[0]).toMatchObject({ type: 'database', children: [{ type: 'table', children: [{ type: 'column', data: { id: K } }] }] });
    expect(await app.admin('POST', '/data/standard/contrasts', { ...body, tableId: gender })).toMatchObject({ status: 404 });
  });

  it('S3: its values are collected from the source, each with its rows', async () => {
    const done = await app.admin('POST', `/data/standard/contrastDicts/collect/${K}`);
    expect(done.data, done.msg).toMatchObject({ values: 5, added: 5, gone: 0, nullCount: 3, rowCount: 112 });
    const rows: { colCode: string; rowCount: number }[] = await values();
    expect(rows.map((row) => [row.colCode, row.rowCount])).toEqual([
      ['M', 60],
      ['F', 40],
      ['X', 4],
      ['未知', 3],
      ['3', 2],
    ]);
    expect(rows.slice(2).reduce((sum, row) => sum + row.rowCount, 0)).toBe(9);
  });

  it('S4: only what is certain is mapped by itself; the rest is proposed with its reason, or left', async () => {
    expect((await app.admin('POST', `/data/standard/mappings/auto/${K}`)).data).toEqual({ mapped: 0, proposed: 1, left: 4 });
    const rows = await left();
    const of = (code: string) => rows.find((row: { colCode: string }) => row.colCode === code);
    for (const code of ['M', 'F']) expect(of(code)).toMatchObject({ status: '0', proposed: false, reason: null });
    expect(of('未知')).toMatchObject({ status: '0', proposed: true, candidates: [{ gbName: '未知的性别', gbCode: '0' }] });
    expect(of('未知').score).toBeLessThan(1);
    expect(of('未知').reason).toContain('未知');
    for (const row of rows) expect(row.status === '1' && !row.proposed && row.score < 0.95).toBe(false);
  });

  it('S5: a person maps, and both shares are right', async () => {
    const endpoints = [
      { sourceId: (await valueOf('M')).id, targetId: itemIds['1'] },
      { sourceId: (await valueOf('F')).id, targetId: itemIds['2'] },
    ];
    expect(await app.admin('POST', '/data/standard/mappings/manual', { endpoints })).toMatchObject({ status: 200, data: { mapped: 2 } });
    expect(await stat()).toMatchObject({ mappingCount: 2, unMappingCount: 3, mappingPercent: 40, mappingRowPercent: 91.74 });
    expect([...(await mappingOfContrast(app.database.db, K))].sort()).toEqual([
      ['F', '2'],
      ['M', '1'],
    ]);
    const foreign = [{ sourceId: endpoints[0]!.sourceId, targetId: 'gb_3304_01' }];
    expect(await app.admin('POST', '/data/standard/mappings/manual', { endpoints: foreign })).toMatchObject({
      status: 422,
      error: 'rule.broken',
    });
  });

  it('items in use are not deleted', async () => {
    expect(await app.admin('DELETE', `/data/standard/dicts/${itemIds['1']}`)).toMatchObject({ status: 409, error: 'entity.inUse' });
  });

  it('S6: a mapping is cancelled', async () => {
    const { id } = await valueOf('F');
    expect((await app.admin('POST', `/data/standard/mappings/cancel/${id}`)).status).toBe(200);
    expect(await valueOf('F')).toMatchObject({ status: '0', contrastGbId: null });
    expect(await stat()).toMatchObject({ mappingCount: 1, unMappingCount: 4, mappingPercent: 20 });
  });

  it('several are mapped and taken back at once, and the answer says what they are now', async () => {
    const [three, x] = [await valueOf('3'), await valueOf('X')];
    const endpoints = [three, x].map(({ id }) => ({ sourceId: id, targetId: itemIds['9'] }));
    const mapped = await app.admin('POST', '/data/standard/mappings/manual', { endpoints });
    expect(mapped.data.values).toMatchObject([
      { colCode: 'X', status: '1', contrastGbId: itemIds['9'], mappedBy: 'manual' },
      { colCode: '3', status: '1', contrastGbId: itemIds['9'], mappedBy: 'manual' },
    ]);
    const back = await app.admin('POST', '/data/standard/mappings/cancel', { ids: [three.id, x.id] });
    expect(back.data).toMatchObject([
      { colCode: 'X', status: '0', contrastGbId: null, mappedBy: null },
      { colCode: '3', status: '0', contrastGbId: null, mappedBy: null },
    ]);
    // all or none
    expect((await app.admin('POST', '/data/standard/mappings/cancel', { ids: [(await valueOf('M')).id, '1'] })).status).toBe(404);
    expect(await valueOf('M')).toMatchObject({ status: '1' });
  });

  it('a refused proposal never comes back, a value may stand for nothing', async () => {
    const { id } = await valueOf('未知');
    expect((await app.admin('POST', `/data/standard/mappings/reject/${id}`, { targetId: itemIds['0'] })).status).toBe(200);
    await app.admin('POST', `/data/standard/mappings/auto/${K}`);
    expect((await left()).find((row: { id: string }) => row.id === id)).toMatchObject({ proposed: false, candidates: [] });
    // taken back by a person it is proposed again
    const restored = await app.admin('POST', `/data/standard/mappings/restore/${id}`, { targetId: itemIds['0'] });
    expect([restored.status, restored.data]).toMatchObject([200, { proposed: true, candidates: [{ gbCode: '0' }] }]);
    const again = await app.admin('POST', `/data/standard/mappings/reject/${id}`, { targetId: itemIds['0'] });
    expect(again.data).toMatchObject({ proposed: false, candidates: [] });
    expect((await app.admin('POST', `/data/standard/mappings/reject/${(await valueOf('X')).id}`, {})).status).toBe(200);
    expect((await left()).find((row: { colCode: string }) => row.colCode === 'X')).toMatchObject({ isIgnored: true, status: '0' });
  });

  it('collected again it says what is new and what vanished, and keeps what people decided', async () => {
    await source.sql(`update ods_hr_employee set gender = '男' where gender = '3'`);
    const done = await app.admin('POST', `/data/standard/contrastDicts/collect/${K}`);
    expect(done.data).toMatchObject({ values: 5, added: 1, gone: 1 });
    expect(await valueOf('男')).toMatchObject({ rowCount: 2, isNew: true });
    expect(await valueOf('3')).toMatchObject({ rowCount: 0, isNew: false });
    expect(await valueOf('M')).toMatchObject({ status: '1', rowCount: 60 });
    expect((await app.admin('POST', `/data/standard/mappings/auto/${K}`)).data).toMatchObject({ mapped: 1 });
    expect(await valueOf('男')).toMatchObject({ gbCode: '1', status: '1' });
    expect(await stat()).toMatchObject({ newCount: 1, mappingCount: 2, unMappingCount: 3 });
  });

  it('what a comment says of a code is proposed, never decided', async () => {
    const { tableId, columns } = await columnsOf('coded');
    const body = { sourceId: S, tableId, columnId: columns['degree'], gbTypeId: 'gb_4658' };
    const { id } = (await app.admin('POST', '/data/standard/contrasts', body)).data;
    await app.admin('POST', `/data/standard/contrastDicts/collect/${id}`);
    expect((await app.admin('POST', `/data/standard/mappings/auto/${id}`)).data).toMatchObject({ mapped: 0 });
    const [two] = (await app.admin('GET', `/data/standard/mappings/${id}`)).data.left;
    expect(two).toMatchObject({ colCode: '2', colName: '本科', proposed: true });
    expect(two.candidates[0].reasons[0].label).toContain('含义为“本科”');
  });

  it('a long value is cut between characters', async () => {
    await source.sql(`create table long_codes (code text); insert into long_codes values (repeat('a', 499) || '😀')`);
    await source.sql(`grant select on long_codes to ${source.reader}`);
    await synchronised(app, S);
    const { tableId, columns } = await columnsOf('long_codes');
    const { id } = (
      await app.admin('POST', '/data/standard/contrasts', { sourceId: S, tableId, columnId: columns['code'], gbTypeId: GENDER })
    ).data;
    const done = await app.admin('POST', `/data/standard/contrastDicts/collect/${id}`);
    expect([done.status, done.msg]).toEqual([200, done.msg]);
  });

  it('a draft is mapped by nobody before it is in force, and what is in force is called as its version calls it', async () => {
    const call = app.admin;
    const { tableId, columns } = await columnsOf('ods_hr_employee');
    const { id: typeId } = (await call('POST', '/data/standard/types', { gbTypeCode: 'NOTE', gbTypeName: '备注代码' })).data;
    const add = async (gbCode: string, gbName: string) =>
      (await call('POST', '/data/standard/dicts', { typeId, gbCode, gbName })).data.id as string;
    const one = await add('n1', '一');
    await add('n2', '二');
    expect((await call('POST', `/data/standard/types/${typeId}/submit`)).status).toBe(200);
    const three = await add('n3', '三');
    const row = (await call('GET', `/data/standard/dicts/${one}`)).data;
    expect((await call('PUT', `/data/standard/dicts/${one}`, { ...row, gbCode: 'x1', gbName: '壹' })).status).toBe(200);

    const body = { sourceId: S, tableId, columnId: columns['note'], gbTypeId: typeId, bindGbColumn: 'gb_name' };
    const { id } = (await call('POST', '/data/standard/contrasts', body)).data;
    await call('POST', `/data/standard/contrastDicts/collect/${id}`);
    const auto = await call('POST', `/data/standard/mappings/auto/${id}`);
    expect([auto.data.mapped, auto.msg]).toEqual([2, auto.msg]);
    const { left: values, right } = (await call('GET', `/data/standard/mappings/${id}`)).data;
    expect(right.map((item: { gbCode: string; gbName: string; state: string }) => [item.gbCode, item.gbName, item.state])).toEqual([
      ['n2', '二', 'inForce'],
      ['n3', '三', 'draft'],
      ['n1', '一', 'inForce'],
    ]);
    const n3 = values.find(({ colCode }: { colCode: string }) => colCode === 'n3');
    const endpoints = [{ sourceId: n3.id, targetId: three }];
    const refused = await call('POST', '/data/standard/mappings/manual', { endpoints });
    expect(refused).toMatchObject({ status: 422, error: 'rule.broken' });
    expect(refused.msg).toContain('草稿');
    const means = async () => Object.fromEntries(await mappingOfContrast(app.database.db, id));
    expect(await means()).toEqual({ n1: '一', n2: '二' });

    expect((await call('POST', `/data/standard/types/${typeId}/submit`)).status).toBe(200);
    expect((await call('POST', '/data/standard/mappings/manual', { endpoints })).data).toMatchObject({ mapped: 1 });
    expect(await means()).toEqual({ n1: '壹', n2: '二', n3: '三' });
  });

  it('more than 10,000 values are no codes', async () => {
    const { tableId, columns } = await columnsOf('wide');
    const body = { sourceId: S, tableId, columnId: columns['code'], gbTypeId: GENDER };
    const { id } = (await app.admin('POST', '/data/standard/contrasts', body)).data;
    const refused = await app.admin('POST', `/data/standard/contrastDicts/collect/${id}`);
    expect(refused).toMatchObject({ status: 422, error: 'rule.broken' });
    expect(refused.msg).toContain('不像代码字段');
  });
});

describe('rights', () => {
  it('S7: without the permission 403, a column out of reach 404', async () => {
    const reader = app.as((await app.make.user({ perms: ['standard:mapping:list', 'standard:contrast:list'] })).token);
    const endpoints = [{ sourceId: '1', targetId: '2' }];
    expect(await reader('POST', '/data/standard/mappings/manual', { endpoints })).toMatchObject({
      status: 403,
      error: 'auth.noPermission',
    });
    const mapper = app.as(
      (
        await app.make.user({
          perms: ['standard:mapping:list', 'standard:mapping:manual', 'standard:mapping:auto', 'standard:mapping:cancel'],
        })
      ).token,
    );
    const { id } = await valueOf('M');
    for (const [method, path, body] of [
      ['GET', `/data/standard/mappings/${K}`, undefined],
      ['POST', `/data/standard/mappings/auto/${K}`, undefined],
      ['POST', '/data/standard/mappings/manual', { endpoints: [{ sourceId: id, targetId: itemIds['1'] }] }],
      ['POST', '/data/standard/mappings/cancel', { ids: [id] }],
      ['POST', `/data/standard/mappings/restore/${id}`, { targetId: itemIds['1'] }],
    ] as const)
      expect((await mapper(method, path, body)).status, path).toBe(404);
    expect((await reader('GET', `/data/standard/contrastDicts/page?contrastId=${K}`)).status).toBe(404);
    expect((await reader('GET', '/data/standard/contrastDicts/page')).data.total).toBe(0);
    expect((await reader('GET', '/data/standard/contrasts/page')).data.total).toBe(0);
  });

  const ALL = ['standard:mapping:list', 'standard:mapping:manual', 'standard:mapping:auto', 'standard:mapping:cancel'].concat(
    ['standard:contrast:list', 'standard:contrast:edit', 'standard:contrast:dict:add', 'standard:contrast:dict:edit'],
    ['standard:contrast:dict:remove', 'standard:contrast:dict:collect', 'standard:stat:list'],
  );
  const granted = async (rowFilter: string | null) => {
    const user = await app.make.user({ perms: ALL });
    const grant = { objectType: 'table', objectId: T, subjectType: 'user', subjectId: user.id, actions: ['meta', 'query'], rowFilter };
    const made = await app.admin('POST', '/data/metadata/authorizes', grant);
    expect([made.status, made.msg]).toEqual([200, made.msg]);
    return app.as(user.token);
  };
  /** Nothing of what values there are, what they stand for, or how often each occurs reaches the caller, nor may they probe it. */
  const learnsNothing = async (call: typeof app.admin, sentence: string) => {
    const page = (query: string) => call('GET', `/data/standard/contrastDicts/page?contrastId=${K}&pageSize=50${query}`);
    const rows = (await page('')).data.data;
    expect(rows.length).toBeGreaterThan(4);
    for (const row of rows) expect(row).toMatchObject({ isMasked: true, colCode: null, rowCount: null, gbCode: null, gbName: null });
    expect((await page('&colCode=M')).data.total).toBe(0);
    const ids = async (query: string) => (await page(query)).data.data.map((row: { id: string }) => row.id);
    for (const field of ['colCode', 'rowCount']) expect(await ids(`&sort=${field}`)).toEqual((await ids(`&sort=-${field}`)).sort());
    for (const colCode of ['M', 'nothing like it']) {
      const refused = await call('POST', '/data/standard/contrastDicts', { contrastId: K, colCode });
      expect(refused).toMatchObject({ status: 422, error: 'gate.refused' });
      expect(refused.msg).toContain(sentence);
    }
    const view = (await call('GET', `/data/standard/mappings/${K}`)).data;
    expect(view.whyHidden).toContain(sentence);
    for (const row of view.left)
      expect(row).toMatchObject({ colCode: null, rowCount: null, contrastGbId: null, candidates: [], score: null });
    for (const row of view.right) expect(row.rowCount).toBeNull();
    const [counted] = (await call('GET', `/data/standard/contrasts/stat?columnId=${gender}`)).data.data;
    expect(counted).toMatchObject({ mappedRows: null, valueRows: null, mappingRowPercent: null });
    const endpoints = [{ sourceId: rows[0].id, targetId: itemIds['1'] }];
    for (const [path, body] of [
      ['/data/standard/mappings/manual', { endpoints }],
      [`/data/standard/mappings/auto/${K}`, undefined],
      [`/data/standard/mappings/cancel/${rows[0].id}`, undefined],
      [`/data/standard/contrastDicts/collect/${K}`, undefined],
    ] as const)
      expect([path, (await call('POST', path, body)).error]).toEqual([path, 'gate.refused']);
    expect((await call('DELETE', `/data/standard/contrastDicts/${rows[0].id}`)).error).toBe('gate.refused');
  };

  it('who reads only some rows of the table sees no values and no counts of all rows', async () => {
    await learnsNothing(await granted("gender = 'F'"), '部分行');
    const whole = await granted(null);
    const shown = (await whole('GET', `/data/standard/contrastDicts/page?contrastId=${K}&colCode=M`)).data;
    expect(shown.data[0]).toMatchObject({ colCode: 'M', rowCount: 60, isMasked: false });
  });

  it('values of a sensitive column are collected and read only in the clear', async () => {
    const open = await left();
    const body = { contrastId: K, colCode: 'Canary-value', colName: 'Canary-name' };
    expect((await app.admin('POST', '/data/standard/contrastDicts', body)).status).toBe(200);
    await sealColumns(app, S, 'gender');
    await learnsNothing(app.admin, '脱敏');
    expect(open.length).toBeGreaterThan(0);
    const refused = await app.admin('POST', `/data/standard/contrastDicts/collect/${K}`);
    expect(refused).toMatchObject({ status: 422, error: 'gate.refused', data: { lacked: { action: 'unmask', tableId: T } } });
    expect(refused.msg).toContain('申请');
  });

  it('no log keeps a value', async () => {
    const logs = await app.database.db.selectFrom('sysOperLog').selectAll().where('requestUri', 'like', '/data/standard/%').execute();
    expect(logs.some(({ title }) => title === '采集字段取值')).toBe(true);
    expect(JSON.stringify(logs)).not.toContain('Canary');
  });

  it('a column that is gone keeps its contrast, which says so', async () => {
    await source.sql('alter table ods_hr_employee drop column gender');
    await synchronised(app, S);
    expect((await app.admin('GET', `/data/standard/contrasts/${K}`)).data).toMatchObject({ isColumnGone: true });
    expect(await app.admin('POST', `/data/standard/contrastDicts/collect/${K}`)).toMatchObject({ status: 422, error: 'rule.broken' });
  });
});
