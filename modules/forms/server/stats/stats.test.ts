import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { linesOf } from '#modules/datasets/server/engine/test-documents.ts';
import { managedSourceId } from '#modules/managed/server/index.ts';
import { sealColumns } from '#modules/sources/server/test-source.ts';

const app = startApp({ managed: true });
const base = '/data/filling/forms';
const item = (value: string, label: string) => ({ value, label });
const schema = {
  layout: [
    { id: 'f1', type: 'input', key: 'site', label: '地点' },
    { id: 'f2', type: 'number', key: 'found', label: '发现数' },
    { id: 'f3', type: 'select', key: 'grade', label: '等级', options: { from: 'static', items: [item('a', '甲'), item('b', '乙')] } },
    { id: 'f4', type: 'checkbox', key: 'tags', label: '标签', options: { from: 'static', items: [item('x', '火'), item('y', '水')] } },
    { id: 'f5', type: 'date', key: 'day', label: '日期' },
    { id: 'f6', type: 'user', key: 'person', label: '检查人' },
    { id: 'f7', type: 'input', key: 'phone', label: '电话' },
    { id: 'f9', type: 'user', key: 'team', label: '参加人', isMultiple: true },
    { id: 'f8', type: 'subform', key: 'items', label: '明细', children: [{ id: 'c1', type: 'number', key: 'level', label: '级' }] },
  ],
  rules: [],
};
let formId = '';
let sourceId = '';
let east!: Send;
let people: { id: string }[] = [];
const statOf = (data: { fields: { fieldId: string }[] }, id: string) => data.fields.find(({ fieldId }) => fieldId === id);

beforeAll(async () => {
  sourceId = (await managedSourceId(app.node.app.db))!;
  formId = (await app.admin('POST', base, { formCode: 'stat', formName: '检查', schema })).data.id;
  expect((await app.admin('POST', `${base}/${formId}/publish`, { version: 0 })).status).toBe(200);
  const [one, two] = [await app.make.dept({ deptName: '东部' }), await app.make.dept({ deptName: '西部' })];
  people = [
    await app.make.user({ perms: [], deptId: one.id, nickname: '东一' }),
    await app.make.user({ perms: [], deptId: two.id, nickname: '西一' }),
  ];
  east = app.as((await app.make.user({ perms: ['filling:record:list'], dataScope: '3', deptId: one.id })).token);
  const add = async (person: { token?: string }, values: object) => {
    const kept = await app.as(person.token!)('POST', `${base}/${formId}/records`, { values });
    expect(kept.status, kept.msg).toBe(200);
    return kept.data.id as string;
  };
  const [first, second] = people as { id: string; token: string }[];
  await add(first!, {
    site: 'A',
    found: 1,
    grade: 'a',
    tags: ['x', 'y'],
    day: '2026-01-01',
    person: first!.id,
    team: [first!.id, second!.id],
    phone: '13812345678',
    items: [{ level: 1 }, { level: 3 }],
  });
  await add(first!, { site: 'B', found: 11, grade: 'a', tags: ['x'], day: '2026-03-01', phone: '13812345679' });
  await add(second!, { site: 'C', found: 6, grade: 'b', person: first!.id });
  const waiting = await add(second!, { site: 'D', found: 500, grade: 'b' });
  await app.database.pool.query(`update filling_record set flow_status = '3' where id = $1`, [waiting]);
  await app.database.pool.query(`update managed.df_stat set flow_status = '3' where id = $1`, [waiting]);
  await sealColumns(app, sourceId, 'phone');
});

describe('figures of a form', () => {
  it('count options, numbers, blanks, days and departments over what has passed', async () => {
    const { data, msg, status } = await app.admin('GET', `${base}/${formId}/records/stats`);
    expect(status, msg).toBe(200);
    expect(data.total).toBe(3);
    expect(data.byDept).toEqual([
      { deptName: '东部', count: 2 },
      { deptName: '西部', count: 1 },
    ]);
    expect(data.byDay).toMatchObject([{ count: 3 }]);
    expect(statOf(data, 'f2')).toMatchObject({ kind: 'number', filled: 3, blank: 0, min: '1', max: '11', mean: '6', sum: '18' });
    const bins = (statOf(data, 'f2') as unknown as { bins: { count: number }[] }).bins.map(({ count }) => count);
    expect(bins).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(statOf(data, 'f3')).toMatchObject({
      choices: [
        { value: 'a', label: '甲', count: 2 },
        { value: 'b', label: '乙', count: 1 },
      ],
    });
    expect(statOf(data, 'f4')).toMatchObject({
      filled: 2,
      blank: 1,
      choices: [
        { label: '火', count: 2 },
        { label: '水', count: 1 },
      ],
    });
    expect(statOf(data, 'f5')).toMatchObject({ kind: 'day', min: '2026-01-01', max: '2026-03-01', blank: 1 });
    expect(statOf(data, 'f6')).toMatchObject({ choices: [{ label: '东一', count: 2 }] });
    expect(statOf(data, 'c1')).toMatchObject({ label: '明细·级', min: '1', max: '3', mean: '2' });
    expect(statOf(data, 'f7')).toMatchObject({ isMasked: true, filled: 2, choices: [], min: null });
    expect(JSON.stringify(data)).not.toContain('1381234');
  });

  it('are of the records within the scope of the reader, and of the time asked for', async () => {
    const { data } = await east('GET', `${base}/${formId}/records/stats`);
    expect(data).toMatchObject({ total: 2, byDept: [{ deptName: '东部', count: 2 }] });
    expect(statOf(data, 'f2')).toMatchObject({ max: '11', sum: '12' });
    expect((await app.admin('GET', `${base}/${formId}/records/stats?endTime=2020-01-01`)).data).toMatchObject({ total: 0, byDay: [] });
    expect((await app.admin('GET', `${base}/${formId}/records/stats?endTime=gestern`)).status).toBe(400);
    const nobody = app.as((await app.make.user({ perms: ['filling:record:list'], dataScope: '5' })).token);
    expect((await nobody('GET', `${base}/${formId}/records/stats`)).status).toBe(404);
    expect((await nobody('GET', '/data/filling/records/forms')).data).toEqual([]);
    expect((await east('GET', '/data/filling/records/forms')).data).toEqual([{ id: formId, formName: '检查' }]);
  });
});

describe('a data set of a form', () => {
  it('has the passed rows under the titles of the fields, and masks L3 as any set', async () => {
    const maker = await app.make.user({
      perms: ['filling:record:list', 'visual:set:add', 'visual:set:list', 'visual:set:preview'],
      dataScope: '1',
    });
    const analyst = app.as(maker.token);
    const refused = await analyst('POST', `${base}/${formId}/dataSet`, {});
    expect([404, 422]).toContain(refused.status);
    const tables = await app.database.db.selectFrom('metadataTable').select(['id', 'tableName']).where('sourceId', '=', sourceId).execute();
    for (const { id } of tables.filter(({ tableName }) => tableName.startsWith('df_stat'))) {
      const grant = { subjectType: 'user', subjectId: maker.id, objectType: 'table', objectId: id, actions: ['meta', 'query', 'preview'] };
      expect((await app.admin('POST', '/data/metadata/authorizes', grant)).status).toBe(200);
    }
    const made = await analyst('POST', `${base}/${formId}/dataSet`, {});
    expect(made.data, made.msg).toMatchObject({ setName: '检查' });
    const { data } = await analyst('POST', '/data/visual/dataSets/preview', { id: made.data.id });
    const names = data.columns.map(({ name }: { name: string }) => name);
    expect(names).toContain('发现数');
    // all that is in it has passed
    expect(names).not.toContain('流程状态');
    expect(data.rows.length).toBe(3);
    expect(data.rows.map((row: unknown[]) => row[names.indexOf('发现数')]).toSorted()).toEqual([1, 11, 6]);
    const phones = data.rows.map((row: unknown[]) => row[names.indexOf('电话')]);
    expect(phones.filter((phone: unknown) => typeof phone === 'string' && /^138\d{8}$/.test(phone))).toEqual([]);
    expect(JSON.stringify(data)).not.toContain('13812345678');
    // people and departments are read by their names
    const read = (name: string) => {
      const at = data.columns.findIndex((column: { name: string }) => column.name === name);
      const known = data.names[data.columns[at].id];
      return data.rows.map((row: unknown[]) => known[String(row[at])] ?? row[at]);
    };
    expect(read('填报人').toSorted()).toEqual(['东一', '东一', '西一']);
    expect(read('填报部门').toSorted()).toEqual(['东部', '东部', '西部']);
    expect(read('检查人')).toContain('东一');
    // so are options of the form, and lists of either
    expect(read('等级').toSorted()).toEqual(['乙', '甲', '甲']);
    expect(read('标签')).toEqual(expect.arrayContaining(['火、水', '火']));
    expect(read('参加人')).toContain('东一、西一');
    const count = async (filters: object[], col = 'submitter_id') => {
      const query = {
        dataSetId: made.data.id,
        rows: [{ col }],
        measures: [{ col: 'found', aggregateType: 'sum' }],
        filters,
      };
      const answer = await app.admin('POST', '/data/visual/query', { tiles: [{ key: 'a', query }] });
      return (linesOf(answer.raw)[0] as { data: { rows: unknown[][] } }).data.rows.map((row) => row.map(String)).toSorted();
    };
    expect(await count([])).toEqual([
      ['东一', '12'],
      ['西一', '6'],
    ]);
    expect(await count([{ col: 'submitter_id', op: 'eq', value: '西一' }])).toEqual([['西一', '6']]);
    expect(await count([], 'grade')).toEqual([
      ['乙', '6'],
      ['甲', '12'],
    ]);
    expect(await count([{ col: 'grade', op: 'in', values: ['甲'] }], 'grade')).toEqual([['甲', '12']]);
    expect(await count([], 'team')).toEqual([
      ['null', '17'],
      ['东一、西一', '1'],
    ]);
    // what is clicked in a chart is what is read there
    expect(await count([{ col: 'team', op: 'eq', value: '东一、西一' }], 'team')).toEqual([['东一、西一', '1']]);
    expect(await count([{ col: 'tags', op: 'in', values: ['火', '没有'] }], 'tags')).toEqual([['火', '11']]);
    const offered = await app.admin('POST', '/data/visual/choices', { dataSetId: made.data.id, col: 'team', search: '西一' });
    expect(offered.data, offered.msg).toMatchObject([{ label: '东一、西一' }]);
    const rows = await analyst('POST', `${base}/${formId}/dataSet`, { setName: '检查明细', subId: 'f8' });
    expect(rows.data, rows.msg).toMatchObject({ setName: '检查明细' });
    expect((await analyst('POST', '/data/visual/dataSets/preview', { id: rows.data.id })).data.rows.length).toBe(2);
    expect((await analyst('POST', `${base}/${formId}/dataSet`, { subId: 'none' })).status).toBe(404);
    // of a form that counts what waits, it says in words how far each record is
    const settings = JSON.stringify({ approval: { processKey: 'checks', countsUnpassed: true } });
    await app.database.pool.query(
      `insert into filling_form_version (form_id, version_no, form_name, schema)
       select form_id, 2, form_name, jsonb_set(schema, '{settings}', coalesce(schema -> 'settings', '{}') || $1::jsonb)
       from filling_form_version where form_id = $2`,
      [settings, formId],
    );
    await app.database.pool.query('update filling_form set version_no = 2 where id = $1', [formId]);
    const whole = await analyst('POST', `${base}/${formId}/dataSet`, { setName: '全部检查' });
    const all = (await analyst('POST', '/data/visual/dataSets/preview', { id: whole.data.id })).data;
    const state = all.columns.findIndex(({ name }: { name: string }) => name === '流程状态');
    expect(all.rows.map((row: unknown[]) => row[state]).toSorted()).toEqual([null, null, null, '审核中']);
  });
});
