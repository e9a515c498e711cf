import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { hasMariadb, startMariadb } from '#kit/test/mariadb.ts';
import { synchronised } from '#modules/sources/server/test-source.ts';
import { QualityCalls } from './test-quality.ts';

describe.runIf(hasMariadb)('rules about the past of a table on MariaDB', () => {
  const app = startApp();
  const rows = Array.from({ length: 100 }, (_, n) => `(${n}, ${n % 20}, ${n % 10 === 0 ? 'null' : `'${n % 2 === 0 ? 'A' : 'B'}'`})`);
  const mariadb = startMariadb(
    `create table sale (id int primary key, qty int, kind varchar(10)); insert into sale values ${rows.join(', ')}`,
  );
  const calls = new QualityCalls(app);

  beforeAll(async () => {
    const { host, port, database: dbName } = mariadb;
    const dbSchema = { host, port, dbName, ...mariadb.reader, sid: null, sslMode: 'disable' };
    const body = { sourceName: '销售库', dbType: '2', status: '1', remark: null, schemas: [dbName], dbSchema };
    const made = await app.admin('POST', '/data/metadata/sources', body);
    expect(made.status, made.msg).toBe(200);
    calls.sourceId = made.data.id;
    await synchronised(app, calls.sourceId);
  }, 120_000);

  it('are measured, kept and judged', async () => {
    const kind = await calls.column('sale', 'kind');
    const qty = await calls.column('sale', 'qty');
    const metric = (of: object) => ({ config: { metric: of } });
    const drift = { distribution: 'ks', sensitivity: 0.05, baseline: 'first' };
    const ids = {
      rows: await calls.make(app.admin, 'sale', null, 'history_anomaly', metric({})),
      nulls: await calls.make(app.admin, 'sale', null, 'history_anomaly', metric({ metric: 'nullRate', columnId: kind })),
      median: await calls.make(
        app.admin,
        'sale',
        null,
        'history_change',
        metric({ metric: 'median', columnId: qty, compare: 'previous', max: '0' }),
      ),
      drift: await calls.make(app.admin, 'sale', 'qty', 'history_drift', metric(drift)),
      texts: await calls.make(app.admin, 'sale', 'kind', 'history_drift', metric({ ...drift, distribution: 'psi', baseline: 'previous' })),
      schema: await calls.make(app.admin, 'sale', null, 'history_schema'),
      probe: await calls.make(app.admin, 'sale', null, 'timeliness_probe'),
    };
    const names = Object.keys(ids) as (keyof typeof ids)[];
    const first = await calls.run(app.admin, ...Object.values(ids));
    expect(names.map((name) => [name, first.of(ids[name]).state])).toEqual([
      ['rows', 'skip'],
      ['nulls', 'skip'],
      ['median', 'skip'],
      ['drift', 'skip'],
      ['texts', 'skip'],
      ['schema', 'skip'],
      ['probe', 'pass'],
    ]);
    expect([first.of(ids.rows).value, first.of(ids.nulls).value, Number(first.of(ids.median).value)]).toEqual(['100', '10', 9.5]);
    // the same figures on sixty days before
    await sql`insert into quality_figure (report_id, check_rule_id, figure_key, day, check_time, value)
      select f.report_id || '-' || g, f.check_rule_id, f.figure_key, f.day - g, f.check_time - g * interval '1 day', f.value
      from quality_figure f, generate_series(1, 60) g where f.value is not null`.execute(app.database.db);
    const second = await calls.run(app.admin, ...Object.values(ids));
    expect(names.map((name) => second.of(ids[name]).state)).toEqual(names.map(() => 'pass'));
    expect(second.of(ids.nulls).checkResult).toContain('实际为10%，预期9.9%至10.1%');
  });
});
