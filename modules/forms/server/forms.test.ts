import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { managedSourceId } from '#modules/managed/server/index.ts';

const app = startApp({ managed: true });
const base = '/data/filling/forms';
const schema = (over: object = {}) => ({
  layout: [
    { id: 'f1', type: 'input', key: 'site', label: '地点', required: true, ...over },
    { id: 'f2', type: 'number', key: 'found', label: '发现数', min: 0, max: 999 },
    {
      id: 'f3',
      type: 'subform',
      key: 'items',
      label: '明细',
      children: [{ id: 'c1', type: 'input', key: 'name', label: '问题', required: true }],
    },
  ],
  rules: [{ target: 'f3', effect: 'required', when: '[发现数] > 0' }],
});
let formId = '';
let sourceId = '';
const submit = (values: unknown, send = app.admin) => send('POST', `${base}/${formId}/records`, { values });
const read = async (id: string, send = app.admin) => send('GET', `${base}/${formId}/records/${id}`);
const detail = async () => (await app.admin('GET', `${base}/${formId}`)).data;
const save = async (next: object) => {
  const { version, formCode, formName } = await detail();
  return app.admin('PUT', `${base}/${formId}`, { version, formCode, formName, schema: next });
};

beforeAll(async () => {
  sourceId = (await managedSourceId(app.node.app.db)) ?? '';
  const made = await app.admin('POST', base, { formCode: 'safety_check', formName: '安全检查', schema: schema() });
  expect(made.status, made.msg).toBe(200);
  formId = made.data.id;
  const published = await app.admin('POST', `${base}/${formId}/publish`, { version: 0 });
  expect(published.data, published.msg).toEqual({ versionNo: 1, table: 'managed.df_safety_check', version: 1 });
});

describe('a published form', () => {
  it('has its tables in the catalogue at once', async () => {
    const { data } = await app.admin('GET', `/data/metadata/tables/list?sourceId=${sourceId}&tableName=df_safety_check`);
    expect(data.map((one: { tableName: string }) => one.tableName).toSorted()).toEqual(['df_safety_check', 'df_safety_check_items']);
  });

  it('takes records that fit, and says of others what is wrong, storing nothing', async () => {
    const none = await submit({ site: 'A', found: 1, items: [] });
    expect(none).toMatchObject({ status: 400, error: 'input.invalid', data: [{ path: 'values.items' }] });
    for (const wrong of [{ found: 1000 }, { found: 'abc' }, { site: '长'.repeat(10_001) }, { site: '' }])
      expect((await submit({ site: 'A', ...wrong })).status).toBe(400);
    const crowd = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`k${n}`, n]));
    expect(await submit(crowd)).toMatchObject({ status: 400, data: [{ path: 'values', message: '填报内容最多1000个字段' }] });
    const rows = await app.database.pool.query('select count(*)::int as n from managed.df_safety_check');
    expect(rows.rows).toEqual([{ n: 0 }]);
    const kept = await submit({ site: 'A', found: 1, items: [{ name: '灭火器过期' }], x: 1 });
    expect(kept.status, kept.msg).toBe(200);
    expect((await read(kept.data.id)).data).toMatchObject({
      versionNo: 1,
      values: { site: 'A', found: 1, items: [{ name: '灭火器过期' }] },
    });
    expect(Object.keys((await read(kept.data.id)).data.values).toSorted()).toEqual(['found', 'items', 'site']);
  });

  it('drops names of the prototype as any name that the form does not have', async () => {
    const body = '{"values":{"site":"P","found":0,"items":[],"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}}';
    const kept = await app.admin('POST', `${base}/${formId}/records`, body, { 'content-type': 'application/json' });
    expect(kept.status, kept.msg).toBe(200);
    expect((await read(kept.data.id)).data.values).toEqual({ site: 'P', found: 0, items: [] });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('is changed and removed by who filled it in; others see nothing of it', async () => {
    const filler = await app.make.user({ perms: [] });
    const other = await app.make.user({ perms: [] });
    const own = app.as(filler.token);
    const made = await submit({ site: 'B', found: 0 }, own);
    const { id } = made.data;
    const changed = await own('PUT', `${base}/${formId}/records/${id}`, {
      values: { site: 'B2', found: 2, items: [{ name: '一' }, { name: '二' }] },
      version: 0,
    });
    expect(changed.data, changed.msg).toEqual({ version: 1 });
    const stale = await own('PUT', `${base}/${formId}/records/${id}`, { values: { site: 'B3' }, version: 0 });
    expect(stale.error).toBe('entity.versionConflict');
    expect((await read(id, own)).data.values).toMatchObject({ site: 'B2', items: [{ name: '一' }, { name: '二' }] });
    expect((await read(id, app.as(other.token))).status).toBe(404);
    expect((await app.as(other.token)('DELETE', `${base}/${formId}/records/batch/${id}`)).status).toBe(403);
    expect((await own('GET', `${base}/${formId}/records/page`)).status).toBe(403);
    const page = await app.admin('GET', `${base}/${formId}/records/page?where=${encodeURIComponent('{"site":"B2"}')}`);
    expect(page.data.data.map((one: { id: string }) => one.id)).toEqual([id]);
    const found = async (where: object) =>
      app.admin('GET', `${base}/${formId}/records/page?where=${encodeURIComponent(JSON.stringify(where))}`);
    expect((await found({ found: 2, site: 'b2' })).data.total).toBe(1);
    expect((await found({ found: { from: 3 } })).data.total).toBe(0);
    expect((await found({})).data.total).toBeGreaterThan(1);
    expect((await found({ found: 'zwei' })).status).toBe(400);
    expect((await found({ none: 1 })).status).toBe(400);
    expect((await app.admin('DELETE', `${base}/${formId}/records/batch/${id}`)).status).toBe(200);
    expect((await read(id, own)).status).toBe(404);
    expect((await app.database.pool.query('select 1 from managed.df_safety_check_items where parent_id = $1', [id])).rowCount).toBe(0);
  });

  it('is for those it names alone', async () => {
    const member = await app.make.user({ perms: [] });
    const stranger = await app.make.user({ perms: [] });
    const { version, formCode, formName } = await detail();
    const put = (scope: object, at: number) => app.admin('PUT', `${base}/${formId}`, { version: at, formCode, formName, ...scope });
    expect((await put({ publishScope: '4', targets: [member.id] }, version)).status).toBe(200);
    expect((await submit({ site: 'C', found: 0 }, app.as(member.token))).status).toBe(200);
    expect((await submit({ site: 'C', found: 0 }, app.as(stranger.token))).status).toBe(404);
    expect((await app.as(stranger.token)('GET', `${base}/${formId}/filling`)).status).toBe(404);
    expect((await app.as(member.token)('GET', '/data/filling/my/forms')).data).toMatchObject([{ formId, recordCount: 1 }]);
    expect((await app.as(stranger.token)('GET', '/data/filling/my/forms')).data).toEqual([]);
    expect((await put({ publishScope: '1', targets: [] }, version + 1)).status).toBe(200);
  });
});

describe('versions', () => {
  it('add, rename and widen under rows; rules hold by field; narrowing is refused with the number of rows', async () => {
    const { id } = (await submit({ site: '十二个字的地点名称在这里', found: 0 })).data;
    const next = schema({ maxLength: 4000 });
    next.layout[1] = { ...next.layout[1]!, label: '隐患数' };
    next.layout.push({ id: 'f4', type: 'input', key: 'level', label: '等级' } as never);
    next.rules[0]!.when = '[隐患数] > 0';
    expect((await save(next)).status).toBe(200);
    const published = await app.admin('POST', `${base}/${formId}/publish`, { version: (await detail()).version });
    // who has the form open goes on from there: what is saved or published next is no conflict with oneself
    expect(published.data, published.msg).toMatchObject({ versionNo: 2, version: (await detail()).version });
    // what is published without a change stays the version that it is
    const unchanged = await app.admin('POST', `${base}/${formId}/publish`, { version: published.data.version });
    expect(unchanged.data, unchanged.msg).toEqual({ ...published.data, version: published.data.version + 1 });
    expect((await read(id)).data).toMatchObject({ versionNo: 1, values: { site: '十二个字的地点名称在这里' } });
    expect((await submit({ site: 'A', found: 1, items: [] })).status).toBe(400);
    const narrow = structuredClone(next);
    narrow.layout[0] = { ...narrow.layout[0]!, maxLength: 5 } as never;
    expect((await save(narrow)).status).toBe(200);
    const refused = await app.admin('POST', `${base}/${formId}/publish`, { version: (await detail()).version });
    expect(refused).toMatchObject({ status: 422, error: 'rule.broken', data: { rows: 1 } });
    expect((await detail()).versionNo).toBe(2);
  });

  it('of two publishings at once one wins; records that come meanwhile are all there once', async () => {
    const next = schema({ maxLength: 4000 });
    next.layout.push({ id: 'f5', type: 'input', key: 'extra', label: '补充' } as never);
    expect((await save(next)).status).toBe(200);
    const { version } = await detail();
    const before = Number((await app.database.pool.query('select count(*) as n from managed.df_safety_check')).rows[0].n);
    const publish = () => app.admin('POST', `${base}/${formId}/publish`, { version });
    const [submitted, ...published] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, (_, i) => submit({ site: `并发${i}`, found: 0 }))),
      publish(),
      publish(),
    ]);
    expect(published.map((one) => one.status).toSorted()).toEqual([200, 409]);
    const accepted = submitted.filter((one) => one.status === 200).length;
    expect(accepted).toBe(20);
    const after = Number((await app.database.pool.query('select count(*) as n from managed.df_safety_check')).rows[0].n);
    expect(after - before).toBe(accepted);
  });

  it('is published after the records that are being written, and keeps none of them waiting until they are', async () => {
    const next = schema({ maxLength: 4000 });
    next.layout.push({ id: 'f6', type: 'input', key: 'further', label: '另行补充' } as never);
    expect((await save(next)).status).toBe(200);
    const { version } = await detail();
    const { pool } = app.database;
    const filler = await pool.connect();
    try {
      await filler.query('begin');
      await filler.query('lock table managed.df_safety_check in row exclusive mode');
      const published = app.admin('POST', `${base}/${formId}/publish`, { version });
      await until(
        async () => (await pool.query("select 1 from pg_locks where not granted and relation = 'managed.df_safety_check'::regclass")).rows,
        (waiting) => waiting.length > 0,
      );
      // what follows the row of the table; a wait for the form would end it
      await filler.query("set local lock_timeout = '1ms'");
      await filler.query(
        "insert into filling_record (id, form_id, version_no, submitter_id, create_time) values ('between', $1, 2, '1', now())",
        [formId],
      );
      await filler.query('rollback');
      expect(await published).toMatchObject({ status: 200 });
    } finally {
      filler.release();
    }
  });
});
