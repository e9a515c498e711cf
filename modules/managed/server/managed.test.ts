import { beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import type { Db } from '#kit/server/ctx.ts';
import { startApp } from '#kit/test/app.ts';
import { sealColumns } from '#modules/sources/server/test-source.ts';
import type { ColumnSpec, ColumnType, TableSpec } from '../core/index.ts';
import {
  applyTables,
  deleteRows,
  dropTables,
  hideTables,
  insertRows,
  managedSourceId,
  selectFrom,
  showTables,
  tablesOf,
  updateRow,
} from './index.ts';

const app = startApp({ managed: true });
const owner = { module: 'test', ownerId: 'o1' };
const text = (length: number): ColumnType => ({ kind: 'text', length });
const column = (fieldId: string, name: string, type: ColumnType, over: Partial<ColumnSpec> = {}): ColumnSpec => ({
  fieldId,
  name,
  label: `${name}的名称`,
  type,
  ...over,
});
const spec = (name: string, ...columns: ColumnSpec[]): TableSpec => ({
  part: '',
  name,
  label: '安全检查',
  columns: [column('$id', 'id', text(40), { isKey: true, isNotNull: true }), ...columns],
});

let sourceId = '';
const db = () => app.node.app.db;
const apply = async (tables: TableSpec[], ownerId = owner.ownerId) => {
  const { tables: made, follow } = await db()
    .transaction()
    .execute((trx) => applyTables(app.node.app, trx, { module: 'test', ownerId, by: '1', tables }));
  await follow?.();
  return made;
};
const inCatalogue = async (name: string) =>
  (await app.admin('GET', `/data/metadata/tables/list?sourceId=${sourceId}&tableName=${name}`)).data as { id: string; tableName: string }[];
const columnsOf = async (name: string) => {
  const { data } = await app.admin('GET', `/data/metadata/sources/${sourceId}/${name}/columns`);
  return (data as { columnName: string; dataType: string; columnComment: string }[]).map((one) => one.columnName);
};
/** What a person gets of a statement in the console. */
const ask = async (sql: string) => {
  const answer = await app.admin('POST', '/data/console/sql/run', {
    sourceId,
    sqlKey: `k${Math.random().toString(36).slice(2, 12)}`,
    sqlText: sql,
  });
  const [result] = answer.status === 200 ? answer.data : [];
  return result ? (result.dataList as object[]).map((row) => Object.values(row)) : answer;
};

beforeAll(async () => {
  sourceId = (await managedSourceId(db())) ?? '';
});

describe('a managed table', () => {
  it('is in the catalogue at once, and can be filled, read, changed and emptied', async () => {
    const [table] = await apply([
      spec(
        'mt_one',
        column('f1', 'site', text(20)),
        column('f2', 'found', { kind: 'number', digits: 10, scale: 2 }),
        column('f3', 'tags', { kind: 'json' }),
      ),
    ]);
    expect((await inCatalogue('mt_one')).map((one) => one.tableName)).toEqual(['mt_one']);
    expect(await columnsOf('mt_one')).toEqual(['id', 'site', 'found', 'tags']);
    await insertRows(db(), table!, [
      { $id: 'a', f1: '甲', f2: '12.50', f3: ['x', 'y'] },
      { $id: 'b', f1: "乙'; drop x; --", f2: null, f3: null },
    ]);
    expect(await updateRow(db(), table!, { field: '$id', is: 'a' }, { f1: '丙' })).toBe(1);
    expect(await selectFrom(db(), table!).orderBy('id').execute()).toEqual([
      { $id: 'a', f1: '丙', f2: '12.50', f3: ['x', 'y'] },
      { $id: 'b', f1: "乙'; drop x; --", f2: null, f3: null },
    ]);
    expect(await deleteRows(db(), table!, { field: '$id', in: ['b', 'c'] })).toBe(1);
  });

  it('changes by field: added, renamed, widened and hidden columns, in the catalogue too', async () => {
    const [table] = await apply([spec('mt_two', column('f1', 'site', text(10)), column('f2', 'gone', text(10)))], 'o2');
    await insertRows(db(), table!, [{ $id: 'a', f1: '一二三四五六七八九十', f2: '留' }]);
    const [changed] = await apply([spec('mt_two', column('f1', 'place', text(20)), column('f3', 'level', text(5)))], 'o2');
    expect(await columnsOf('mt_two')).toEqual(['id', 'place', 'level']);
    expect(await selectFrom(db(), changed!).execute()).toEqual([{ $id: 'a', f1: '一二三四五六七八九十', f3: null }]);
    const [back] = await apply([spec('mt_two', column('f1', 'place', text(20)), column('f2', 'gone', text(10)))], 'o2');
    expect(await selectFrom(db(), back!).execute()).toEqual([{ $id: 'a', f1: '一二三四五六七八九十', f2: '留' }]);
  });

  it('is never narrowed below what its rows hold', async () => {
    const [table] = await apply([spec('mt_three', column('f1', 'site', text(20)), column('f2', 'code', text(20)))], 'o3');
    await insertRows(db(), table!, [
      { $id: 'a', f1: '一二三四五六', f2: 'X' },
      { $id: 'b', f1: '一二三四五六七', f2: 'X' },
      { $id: 'c', f1: '短', f2: 'Y' },
    ]);
    await expect(apply([spec('mt_three', column('f1', 'site', text(5)), column('f2', 'code', text(20)))], 'o3')).rejects.toMatchObject({
      key: 'rule.broken',
      message: '“site的名称”不能改短：已有 2 行超过 5 个字符',
      detail: { rows: 2, fields: [{ fieldId: 'f1', rows: 2 }] },
    });
    await expect(
      apply([spec('mt_three', column('f1', 'site', { kind: 'date' }), column('f2', 'code', text(20)))], 'o3'),
    ).rejects.toMatchObject({
      detail: { rows: 3 },
    });
    await expect(
      apply([spec('mt_three', column('f1', 'site', text(20)), column('f2', 'code', text(20), { isUnique: true }))], 'o3'),
    ).rejects.toMatchObject({
      message: '“code的名称”不能设为不可重复：已有 2 行的内容重复',
    });
    const [stored] = await tablesOf(db(), { module: 'test', ownerId: 'o3' });
    expect(stored!.columns.map((one) => one.type)).toEqual(table!.columns.map((one) => one.type));
  });

  it('that another long statement holds is left alone, with a sentence', async () => {
    const [table] = await apply([spec('mt_four', column('f1', 'site', text(20)))], 'o4');
    const holder = new pg.Client(app.connection);
    await holder.connect();
    await holder.query('begin');
    await holder.query('select * from managed.mt_four');
    await expect(apply([spec('mt_four', column('f1', 'site', text(30)))], 'o4')).rejects.toThrow('数据表正被长时间占用');
    await holder.query('commit');
    await holder.end();
    expect((await apply([spec('mt_four', column('f1', 'site', text(30)))], 'o4'))[0]!.columns[1]!.type).toEqual(text(30));
    expect(table!.name).toBe('mt_four');
  }, 40_000);

  it('has a name of its own, whatever others are called', async () => {
    const names = [];
    for (const ownerId of ['n1', 'n2']) names.push((await apply([spec('same_name', column('f1', 'a', text(5)))], ownerId))[0]!.name);
    expect(names).toEqual(['same_name', 'same_name_2']);
  });
});

describe('hidden tables', () => {
  it('keep their rows, are in no catalogue, and come back; dropped ones are gone', async () => {
    const whose = { module: 'test', ownerId: 'h1', by: '1' };
    const [table] = await apply([spec('mt_hidden', column('f1', 'site', text(20)))], 'h1');
    await insertRows(db(), table!, [{ $id: 'a', f1: '甲' }]);
    const within = async (work: (trx: Db) => Promise<(() => Promise<void>) | null>) => {
      await (
        await db().transaction().execute(work)
      )?.();
    };
    await within((trx) => hideTables(app.node.app, trx, whose));
    expect(await inCatalogue('mt_hidden')).toEqual([]);
    await within((trx) => showTables(app.node.app, trx, { ...whose, parts: [''] }));
    expect(await inCatalogue('mt_hidden')).toHaveLength(1);
    expect(await ask('select site from mt_hidden')).toEqual([['甲']]);
    await within((trx) => dropTables(app.node.app, trx, whose));
    expect(await inCatalogue('mt_hidden')).toEqual([]);
    expect((await app.database.pool.query("select to_regclass('managed.mt_hidden') as there")).rows).toEqual([{ there: null }]);
  });
});

describe('the source 平台数据', () => {
  it('is read behind the data gate by an account that reads that schema alone', async () => {
    const [table] = await apply(
      [spec('mt_read', column('f1', 'site', text(20)), column('f2', 'phone', text(20)), column('f3', 'old', text(9)))],
      'r1',
    );
    await insertRows(db(), table!, [{ $id: 'a', f1: '甲', f2: '13800000001', f3: '旧' }]);
    expect(await ask('select site, phone from managed.mt_read')).toEqual([['甲', '13800000001']]);
    await apply([spec('mt_read', column('f1', 'site', text(20)), column('f2', 'phone', text(20)))], 'r1');
    for (const sql of ['select * from mt_read', 'select t.* from mt_read t', 'with a as (select * from mt_read) select * from a'])
      expect(await ask(sql), sql).toEqual([['a', '甲', '13800000001']]);
    for (const sql of [
      'select old__h4 from mt_read',
      'select r from mt_read r',
      'select s from (select * from mt_read) s',
      'select row(t.*) from mt_read t',
      'select count(distinct t) from mt_read t',
      'select username from public.sys_user',
      'select * from managed_column',
    ])
      expect(await ask(sql), sql).toMatchObject({ error: 'gate.refused' });
    await sealColumns(app, sourceId, 'phone');
    const masked = (await ask('select phone from mt_read')) as string[][];
    expect(masked[0]![0]).not.toContain('13800000001');

    const reader = new pg.Client({ ...app.connection, user: 'databrain_managed_reader' });
    await reader.connect();
    await expect(reader.query('select count(*) from sys_user')).rejects.toThrow('permission denied');
    await expect(reader.query("insert into managed.mt_read (id) values ('x')")).rejects.toThrow(/read-only|permission denied/);
    expect((await reader.query('select id from managed.mt_read')).rows).toEqual([{ id: 'a' }]);
    await reader.end();
  });

  it('keeps level and words of a column that was hidden and comes back, and gives them to no other', async () => {
    const levelOf = async (name: string) =>
      (
        await app.database.db
          .selectFrom('metadataColumn')
          .select(['level', 'columnName'])
          .where('sourceId', '=', sourceId)
          .where('columnName', '=', name)
          .where('deletedAt', 'is', null)
          .execute()
      ).map((one) => one.level);
    const f1 = column('f1', 'secret_no', text(20));
    await apply([spec('mt_level', f1)], 'l1');
    await sealColumns(app, sourceId, 'secret_no');
    await apply([spec('mt_level')], 'l1');
    expect(await levelOf('secret_no')).toEqual([]);
    await apply([spec('mt_level', column('f2', 'secret_no', { kind: 'long' }))], 'l1');
    expect(await levelOf('secret_no')).toEqual([null]);
    await apply([spec('mt_level', column('f2', 'secret_no', { kind: 'long' }), f1)], 'l1');
    expect(await levelOf('secret_no_2')).toEqual(['L3']);
  });

  it('is kept by the platform: not made, moved, synchronised or deleted by anybody', async () => {
    const base = '/data/metadata/sources';
    const { data } = await app.admin('GET', `${base}/${sourceId}`);
    expect(data).toMatchObject({ sourceName: '平台数据', isShared: '0', dbSchema: { host: '@managed', username: null, password: null } });
    const body = { ...data, dbSchema: { ...data.dbSchema, host: '@managed' } };
    expect((await app.admin('POST', base, { ...body, sourceName: '又一个' })).error).toBe('rule.broken');
    expect((await app.admin('PUT', `${base}/${sourceId}`, { ...body, schemas: ['public'] })).error).toBe('rule.broken');
    expect((await app.admin('PUT', `${base}/${sourceId}`, { ...body, syncCron: '0 0 1 * * ?' })).error).toBe('rule.broken');
    expect((await app.admin('POST', `${base}/sync/${sourceId}`)).error).toBe('rule.broken');
    expect((await app.admin('DELETE', `${base}/${sourceId}`)).error).toBe('rule.broken');
    expect((await app.admin('PUT', `${base}/${sourceId}`, { ...body, remark: '填报的表' })).status).toBe(200);
    expect((await app.admin('POST', `${base}/checkConnection`, { id: sourceId })).status).toBe(200);
  });

  it('shows nothing to an account without a grant', async () => {
    const other = await app.make.user({ perms: ['metadata:datacolumn:list', 'metadata:sqlconsole:run'], dataScope: '5' });
    const send = app.as(other.token);
    expect((await send('GET', `/data/metadata/tables/list?sourceId=${sourceId}`)).data ?? []).toEqual([]);
    const answer = await send('POST', '/data/console/sql/run', { sourceId, sqlKey: 'kother1', sqlText: 'select * from mt_read' });
    expect(answer.status).not.toBe(200);
  });
});
