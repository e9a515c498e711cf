import { describe, expect, test } from 'vitest';
import { catalogueSql, scopeExpressions } from './postgres-catalogue.ts';
import { flavourOf } from './postgres-flavour.ts';

// version texts as the products print them
const GP6 = 'PostgreSQL 9.4.26 (Greenplum Database 6.25.3 build commit:abc) on x86_64';
const GP7 = 'PostgreSQL 12.12 (Greenplum Database 7.1.0 build commit:abc) on x86_64';
const OPENGAUSS = '(openGauss 5.0.0 build a07d57c3) compiled at 2023-03-29 03:07:56 commit 0 last mr  release on x86_64';
const KINGBASE = 'KingbaseES V008R006C007B0012 on x86_64-pc-linux-gnu, compiled by gcc';

describe('which server it is', () => {
  test.each([
    [GP6, '9.4.26', true, { product: 'greenplum', major: 9, prefix: 'pg_', label: 'Greenplum 6.25.3' }],
    [GP7, '12.12', true, { product: 'greenplum', major: 12, prefix: 'pg_', label: 'Greenplum 7.1.0' }],
    [OPENGAUSS, '9.2.4', true, { product: 'opengauss', major: 9, prefix: 'pg_', label: 'openGauss 5.0.0' }],
    [KINGBASE, '12.1', true, { product: 'kingbase', major: 12, prefix: 'pg_', label: 'KingbaseES V008R006C007B0012' }],
    [KINGBASE, '9.6', false, { product: 'kingbase', major: 9, prefix: 'sys_', label: 'KingbaseES V008R006C007B0012' }],
    ['PostgreSQL 18.1 on x86_64', '18.1', true, { product: 'postgres', major: 18, prefix: 'pg_', label: 'PostgreSQL 18.1' }],
  ])('%s', (version, server, hasPgNames, expected) => {
    expect(flavourOf(version, server, hasPgNames)).toEqual(expected);
  });
});

describe('catalogue statements (未经实测 where no server of the kind was at hand)', () => {
  const of = (version: string, server: string, hasPgNames = true) => catalogueSql(flavourOf(version, server, hasPgNames));
  test('older servers are not asked for what came later', () => {
    const old = of(GP6, '9.4.26');
    expect(old.relations).not.toMatch(/relispartition|pg_partition_tree|indnkeyatts|with ordinality/);
    expect(old.relations).toContain('pg_partition_rule');
    expect(old.routines).toContain('not p.proisagg');
    expect(old.routines).not.toContain('prokind');
    expect(of('PostgreSQL 11.2', '11.2').relations).not.toContain('pg_partition_tree');
  });
  test('openGauss knows kinds of routines and keeps partitions apart', () => {
    const text = of(OPENGAUSS, '9.2.4');
    expect(text.routines).toContain('p.prokind');
    expect(text.relations).toContain(`pg_partition t where t.parentid = x.oid and t.parttype = 'p'`);
    expect(text.overview).toContain(`'dbe_perf'`);
  });
  test('a KingbaseES without PostgreSQL names is asked by its own, and its system schemas stay out', () => {
    const text = of(KINGBASE, '9.6', false);
    for (const sql of Object.values(text)) expect(sql.replace("'^(pg_|sys_|information_schema$)'", '')).not.toMatch(/\bpg_[a-z]/);
    expect(text.relations).toMatch(/from sys_attrdef d .*from sys_description m .*from sys_attribute a/s);
    expect(text.relations).toContain(`'^(pg_|sys_|information_schema$)'`);
  });
  test('patterns become expressions that take no other meaning', () => {
    expect(scopeExpressions(['ods.*', '*_tmp', 'a.b(c'])).toEqual(['^ods\\..*$', '^.*\\..*_tmp$', '^a\\.b\\(c$']);
  });
});
