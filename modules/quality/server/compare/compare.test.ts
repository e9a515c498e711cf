import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { hasMariadb, startMariadb } from '#kit/test/mariadb.ts';
import { until } from '#kit/test/until.ts';
import { sealColumns, synchronised, testSource } from '#modules/sources/server/test-source.ts';
import { QualityCalls } from '../test-quality.ts';

const PERMS = ['rule:list', 'rule:add', 'rule:edit', 'rule:detail', 'rule:run', 'report:list', 'report:detail', 'report:export'].map(
  (name) => `quality:${name}`,
);

describe.runIf(hasMariadb)('tables of PostgreSQL and MariaDB', () => {
  const app = startApp();
  const source = testSource(
    app,
    `create table sale (id int primary key, region text, amount numeric(12,2), sold date, booked timestamptz, is_open boolean, name text, secret text);
     insert into sale select g, case when g % 2 = 0 then 'A' else 'B' end, g + 0.5, date '2026-01-01' + g, timestamptz '2026-01-01 08:00:00+08' + g * interval '1 hour',
       g % 3 = 0, 'n' || g, 's' || g from generate_series(1, 200) g;
     create table big as select g as id, repeat(md5(g::text), 6) as body from generate_series(1, 120000) g;
     create view slow as select g as id, case when pg_sleep(20) is null then 1 else 0 end as nap from generate_series(1, 5) g;`,
  );
  const mariadb = startMariadb(`
    create table sale_copy (sale_id bigint primary key, region varchar(10), amount decimal(14,4), sold datetime, booked datetime, is_open tinyint(1), name varchar(20), secret varchar(20), state int);
    insert into sale_copy select seq, if(seq % 2 = 0, 'A', 'B'), seq + 0.5, date '2026-01-01' + interval seq day, timestamp '2026-01-01 08:00:00' + interval seq hour,
      seq % 3 = 0, concat('n', seq), concat('s', seq), 1 from seq_6_to_200;
    update sale_copy set amount = amount + 0.01 where sale_id = 10;
    update sale_copy set amount = amount + 5 where sale_id in (11, 12);
    update sale_copy set name = 'N13' where sale_id = 13;
    update sale_copy set region = null where sale_id = 14;
    insert into sale_copy values (901, 'C', 1, null, null, 0, 'x', 'x', 9), (902, 'C', 1, null, null, 0, 'x', 'x', 9), (903, 'A', 1, null, null, 0, 'x', 'x', 9);
    create table region (code varchar(10)); insert into region values ('A'), ('b');`);
  const calls = new QualityCalls(app);
  const copy = new QualityCalls(app);
  let admin: Send;
  const ids = (of: QualityCalls, table: string, ...columns: readonly string[]) =>
    Promise.all(columns.map((name) => of.column(table, name)));
  const byKey = async (columns: readonly string[], more: object = {}) => ({
    config: {
      consistent: {
        relatedTableId: await copy.table('sale_copy'),
        keyColumnIds: await ids(calls, 'sale', 'id'),
        relatedKeyColumnIds: await ids(copy, 'sale_copy', 'sale_id'),
        columnIds: await ids(calls, 'sale', ...columns),
        ...more,
      },
    },
  });
  const rowsOf = async (as: Send, reportId: string) => as('GET', `/data/quality/checkReports/${reportId}/rows?pageSize=100`);
  const leftovers = () => readdirSync(join(app.node.app.settings.dataDir, 'tmp')).filter((name) => name.startsWith('compare-'));
  const limit = (configKey: string, configValue: string) =>
    app.database.db.updateTable('sysConfig').set({ configValue }).where('configKey', '=', configKey).execute();

  beforeAll(async () => {
    admin = app.admin;
    calls.sourceId = await source.register();
    const { host, port, database: dbName } = mariadb;
    const dbSchema = { host, port, dbName, ...mariadb.reader, sid: null, sslMode: 'disable' };
    const made = await admin('POST', '/data/metadata/sources', {
      sourceName: '财务库',
      dbType: '2',
      status: '1',
      remark: null,
      schemas: [dbName],
      dbSchema,
    });
    expect(made.status, made.msg).toBe(200);
    copy.sourceId = made.data.id;
    await synchronised(app, copy.sourceId);
  }, 120_000);

  it('row by row: missing, extra and different ones are counted and shown with both values', async () => {
    const all = ['amount', 'region', 'sold', 'booked', 'is_open', 'name'];
    const exact = await calls.make(admin, 'sale', null, 'consistent_table', await byKey(all));
    const near = await calls.make(admin, 'sale', null, 'consistent_table', await byKey(all, { tolerance: 0.5 }));
    const keys = await calls.make(admin, 'sale', null, 'consistent_table', await byKey([]));
    const { of } = await calls.run(admin, exact, near, keys);
    expect(of(exact)).toMatchObject({ state: 'fail', checkTotalCount: 200, checkErrorCount: 13, value: '缺少5行，多出3行，不同5行' });
    expect(of(exact).checkResult).toContain('检查203行，不合格13行（缺少5行，多出3行，不同5行）');
    expect(of(near)).toMatchObject({ checkErrorCount: 12, value: '缺少5行，多出3行，不同4行' });
    expect(of(keys)).toMatchObject({ checkErrorCount: 8, value: '缺少5行，多出3行，不同0行' });
    const { data } = await rowsOf(admin, of(exact).id);
    expect(data.columns.slice(0, 4).map(({ name }: { name: string }) => name)).toEqual(['差异', 'id', 'amount', 'amount（对方）']);
    const row = (id: string) => data.rows.find((one: string[]) => one[1] === id);
    expect(row('1')?.slice(0, 4)).toEqual(['缺少', '1', '1.5', null]);
    expect(row('11')?.slice(0, 4)).toEqual(['不同', '11', '11.5', '16.5']);
    expect(row('901')?.slice(0, 4)).toEqual(['多出', '901', null, '1']);
    expect(data.rows).toHaveLength(13);
    expect(leftovers()).toEqual([]);
    const detail = (await admin('GET', `/data/quality/checkRules/${near}`)).data;
    expect(detail.ruleSentence).toContain('数据源“财务库”的表“sale_copy”按键逐行一致');
    expect(detail.ruleSentence).toContain('数值相差不超过0.5算一致');
    expect(detail.ruleSql).toContain('`sale_copy`');
  }, 60_000);

  it('conditions of either side say which rows are held against each other', async () => {
    // of this side alone: rows there with a partner outside of the condition are not extra
    const one = await calls.make(admin, 'sale', null, 'consistent_table', {
      config: { ...(await byKey(['amount'])).config, filter: "[region] = 'A'" },
    });
    const both = await calls.make(admin, 'sale', null, 'consistent_table', {
      config: { ...(await byKey(['amount'], { relatedFilter: "[state] = 1 and [region] = 'A'" })).config, filter: "[region] = 'A'" },
    });
    const { of } = await calls.run(admin, one, both);
    expect(of(one)).toMatchObject({ checkTotalCount: 100, value: '缺少2行，多出3行，不同2行' });
    // 14 lost its region there, so that it is missing
    expect(of(both)).toMatchObject({ checkTotalCount: 100, value: '缺少3行，多出0行，不同2行' });
  }, 60_000);

  it('figures: one number of each side, and one per group', async () => {
    const consistent = async (over: object) => ({ config: { consistent: { relatedTableId: await copy.table('sale_copy'), ...over } } });
    const [amount, region] = await ids(calls, 'sale', 'amount', 'region');
    const [thereAmount, thereRegion] = await ids(copy, 'sale_copy', 'amount', 'region');
    const sum = { aggregate: 'sum', columnId: amount, relatedColumnId: thereAmount };
    const make = async (over: object) => calls.make(admin, 'sale', null, 'consistent_aggregate', await consistent(over));
    const rows = await make({ aggregate: 'count' });
    const total = await make(sum);
    const near = await make({ ...sum, tolerancePercent: 1 });
    const kept = await make({ ...sum, relatedFilter: '[sale_id] > 20' });
    const groups = { groupColumnIds: [region], relatedGroupColumnIds: [thereRegion] };
    const grouped = await make({ ...sum, ...groups });
    const latest = await make({
      aggregate: 'max',
      columnId: await calls.column('sale', 'sold'),
      relatedColumnId: await copy.column('sale_copy', 'sold'),
    });
    const { of } = await calls.run(admin, rows, total, near, kept, grouped, latest);
    expect(of(rows)).toMatchObject({
      state: 'fail',
      value: '本表200，对方表198',
      checkResult: expect.stringMatching(/^表“sale”行数为200，数据源“.+”的表“sale_copy”行数为198，不符合要求$/),
    });
    expect(of(total)).toMatchObject({ state: 'fail', value: '本表20200，对方表20195.51' });
    expect(of(near).state).toBe('pass');
    expect(of(kept).value).toBe('本表20200，对方表19983');
    expect(of(latest)).toMatchObject({ state: 'pass', value: '本表2026-07-20，对方表2026-07-20' });
    // A and B differ; C and the row without a region stand there alone
    expect(of(grouped)).toMatchObject({ state: 'fail', checkErrorCount: 4, value: '缺少0组，多出2组，不同2组' });
    const { data } = await rowsOf(admin, of(grouped).id);
    expect(data.columns.map(({ name }: { name: string }) => name)).toEqual(['差异', 'region', '本表汇总值', '对方汇总值']);
    expect(data.rows).toContainEqual(['多出', 'C', null, '2']);
    expect(data.rows).toContainEqual(['多出', null, null, '14.5']);
    // groups within one source are held against each other in the same way
    const within = await calls.make(admin, 'sale', null, 'consistent_aggregate', {
      config: {
        consistent: {
          relatedTableId: await calls.table('sale'),
          ...sum,
          relatedColumnId: amount,
          groupColumnIds: [region],
          relatedGroupColumnIds: [region],
        },
      },
    });
    const same = await calls.run(admin, within);
    expect(same.of(within)).toMatchObject({ state: 'pass', checkTotalCount: 2 });
  }, 60_000);

  it('references into another source, letter by letter', async () => {
    const [relatedTableId, relatedColumnId] = [await copy.table('region'), await copy.column('region', 'code')];
    const id = await calls.make(admin, 'sale', 'region', 'relevance_key', { config: { relevance: { relatedTableId, relatedColumnId } } });
    const { of } = await calls.run(admin, id);
    expect(of(id)).toMatchObject({ state: 'fail', checkTotalCount: 200, checkErrorCount: 100 });
    const { data } = await rowsOf(admin, of(id).id);
    expect(data.rows[0]).toHaveLength(2);
    expect(data.rows.every(([, region]: string[]) => region === 'B')).toBe(true);
  });

  it('a try says the same as a run', async () => {
    const body = await calls.body('sale', null, 'consistent_table', await byKey(['amount']));
    const { status, data } = await admin('POST', '/data/quality/checkRules/preview', body);
    expect([status, data.state, data.checkErrorCount, data.value]).toEqual([200, 'fail', 11, '缺少5行，多出3行，不同3行']);
  });

  it('too many rows, or more than fits the memory, is refused in words and nothing is left behind', async () => {
    await limit('quality.compareMaxRows', '150');
    const id = await calls.make(admin, 'sale', null, 'consistent_table', await byKey(['amount']));
    const { of } = await calls.run(admin, id);
    expect(of(id)).toMatchObject({ state: 'error', checkErrorCount: null });
    expect(of(id).checkResult).toContain('有200行，超过一次比对的上限150行');
    await limit('quality.compareMaxRows', '1000000');
    await limit('quality.compareMemoryMB', '16');
    const keys = await ids(calls, 'big', 'id');
    const big = await calls.make(admin, 'big', null, 'consistent_table', {
      config: {
        consistent: {
          relatedTableId: await copy.table('sale_copy'),
          keyColumnIds: await ids(calls, 'big', 'body'),
          relatedKeyColumnIds: await ids(copy, 'sale_copy', 'name'),
        },
      },
    });
    expect(keys).toHaveLength(1);
    const full = await calls.run(admin, big);
    expect(full.of(big).state).toBe('error');
    expect(full.of(big).checkResult).toContain('超过内存上限16MB');
    await limit('quality.compareMemoryMB', '512');
    const again = await calls.run(admin, big);
    expect(again.of(big)).toMatchObject({ state: 'fail', checkTotalCount: 120_000 });
    expect(leftovers()).toEqual([]);
  }, 120_000);

  it('is stopped at once, and so is what it asks of the source', async () => {
    const [nap, id] = await ids(calls, 'slow', 'nap', 'id');
    const rule = await calls.make(admin, 'slow', null, 'consistent_table', {
      config: {
        consistent: {
          relatedTableId: await copy.table('sale_copy'),
          keyColumnIds: [id],
          relatedKeyColumnIds: await ids(copy, 'sale_copy', 'sale_id'),
          columnIds: [nap],
          relatedColumnIds: await ids(copy, 'sale_copy', 'state'),
        },
      },
    });
    const { batch } = (await admin('POST', `/data/quality/checkRules/${rule}/run`)).data as { batch: string };
    const busy = async () =>
      (
        await source.sql(
          `select count(*)::int as n from pg_stat_activity where usename = '${source.reader}' and state = 'active' and query like '%slow%'`,
        )
      ).rows[0].n as number;
    await until(busy, (n) => n > 0);
    expect((await admin('POST', `/data/quality/runs/${batch}/cancel`)).status).toBe(200);
    await until(busy, (n) => n === 0, 5_000);
    expect((await calls.ended(batch)).state).toBe('cancelled');
    await until(
      async () => leftovers().length,
      (n) => n === 0,
    );
  }, 60_000);

  describe('rights and masks hold on both sides', () => {
    const person = async (...grants: readonly [table: string, actions: readonly string[]][]): Promise<Send> => {
      const user = await app.make.user({ perms: PERMS });
      for (const [objectId, actions] of grants) {
        const grant = { objectType: 'table', objectId, subjectType: 'user', subjectId: user.id, actions, rowFilter: null };
        const made = await admin('POST', '/data/metadata/authorizes', grant);
        expect([made.status, made.msg]).toEqual([200, made.msg]);
      }
      return app.as(user.token);
    };
    let [here, there] = ['', ''];
    beforeAll(async () => {
      [here, there] = [await calls.table('sale'), await copy.table('sale_copy')];
      await sealColumns(app, copy.sourceId, 'secret');
    });

    it('a masked column of the other source is not compared, as key or as value; who sees it in the clear may', async () => {
      const masked = await person([here, ['meta', 'query']], [there, ['meta', 'query']]);
      const body = await calls.body('sale', null, 'consistent_table', await byKey(['secret']));
      const refused = await masked('POST', '/data/quality/checkRules', body);
      expect([refused.status, refused.error]).toEqual([422, 'gate.refused']);
      expect(refused.msg).toContain('字段“secret”对您已脱敏，不能取出来与另一张表比对');
      expect((await masked('POST', '/data/quality/checkRules/preview', body)).status).toBe(422);
      const clear = await person([here, ['meta', 'query']], [there, ['meta', 'query', 'unmask']]);
      const id = await calls.make(clear, 'sale', null, 'consistent_table', await byKey(['secret']));
      const { of } = await calls.run(clear, id);
      expect(of(id)).toMatchObject({ value: '缺少5行，多出3行，不同0行' });
      // rows are read with the rights of who looks
      expect((await rowsOf(clear, of(id).id)).data.rows).toHaveLength(8);
      const looked = await rowsOf(masked, of(id).id);
      expect([looked.status, looked.error]).toEqual([422, 'gate.refused']);
      // the column became sensitive for its owner as well
      await app.database.db
        .updateTable('metadataAuthorize')
        .set({ actions: ['meta', 'query'] })
        .where('objectId', '=', there)
        .execute();
      const later = await calls.run(clear, id);
      expect(later.of(id)).toMatchObject({ state: 'error', checkErrorCount: null });
      expect(later.of(id).checkResult).toContain('没有字段“secret”的明文查看权限');
    }, 60_000);

    it('who may not query the other table makes no such rule; without the right to look no rows are shown', async () => {
      await app.database.db.updateTable('metadataSource').set({ isShared: '0' }).where('id', '=', copy.sourceId).execute();
      const body = await calls.body('sale', null, 'consistent_table', await byKey(['amount']));
      const blind = await person([here, ['meta', 'query']]);
      const unseen = await blind('POST', '/data/quality/checkRules', body);
      expect([unseen.status, unseen.error]).toEqual([404, 'entity.notFound']);
      const meta = await person([here, ['meta', 'query']], [there, ['meta']]);
      const tried = await meta('POST', '/data/quality/checkRules/preview', body);
      expect([tried.status, tried.error]).toEqual([422, 'gate.refused']);
      const whole = await person([here, ['meta', 'query']], [there, ['meta', 'query']]);
      const id = await calls.make(whole, 'sale', null, 'consistent_table', await byKey(['amount']));
      const { of } = await calls.run(whole, id);
      expect(of(id).checkErrorCount).toBe(11);
      expect((await rowsOf(blind, of(id).id)).status).toBeGreaterThanOrEqual(404);
      expect((await rowsOf(meta, of(id).id)).error).toBe('gate.refused');
    }, 60_000);
  });
});
