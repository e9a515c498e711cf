import { createServer, connect, type AddressInfo } from 'node:net';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { launchEmbedded } from '#app/server/embedded-db/index.ts';
import { factories } from '#kit/test/make.ts';
import { sender, startNode, testSettings, type Send } from '#kit/test/node.ts';
import { dataFolder } from '../../tests/start/product.ts';

const TABLES = 10_000;
const COLUMNS = 30;
const SCHEMAS = ['ods', 'dwd', 'dws', 'ads'];
const PER_STATEMENT = 200;
const WORDS = ['客户', '订单', '合同', '项目', '账户', '余额', '供应商', '发票', '物料', '设备', '人员', '部门', '区域', '渠道', '产品'];
const FACTS = [
  '编号',
  '名称',
  '类型',
  '状态',
  '金额',
  '数量',
  '日期',
  '备注',
  '负责人',
  '创建时间',
  '更新时间',
  '来源',
  '等级',
  '比例',
  '地址',
];
const TYPES = ['bigint', 'varchar(64)', 'numeric(18,2)', 'timestamp', 'text', 'int', 'date', 'boolean'];

const list = (words: readonly string[]) => `array[${words.map((word) => `'${word}'`).join(', ')}]`;
const pick = (words: readonly string[], by: string) => `(${list(words)})[1 + (${by}) % ${words.length}]`;

/** 10,000 tables with 30 columns each, a key and a comment on everything. */
async function fillSource(source: pg.Client): Promise<void> {
  for (const schema of SCHEMAS) await source.query(`create schema ${schema}`);
  for (let from = 1; from <= TABLES; from += PER_STATEMENT)
    await source.query(`do $do$ declare t int; begin
      for t in ${from} .. ${from + PER_STATEMENT - 1} loop
        execute format('create table %I.%I (id bigint primary key, %s)', ${pick(SCHEMAS, 't')}, 't_' || t,
          (select string_agg(format('c_%s %s', c, ${pick(TYPES, 'c * 7 + t')}), ', ') from generate_series(2, ${COLUMNS}) c));
      end loop; end $do$`);
  // written straight into the catalogue: 310,000 COMMENT statements would take longer than everything that is measured
  await source.query(`insert into pg_description (objoid, classoid, objsubid, description)
    select c.oid, 'pg_class'::regclass, 0, ${pick(WORDS, 'c.oid::int')} || '信息表' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = any(${list(SCHEMAS)})
    union all select a.attrelid, 'pg_class'::regclass, a.attnum, ${pick(WORDS, 'a.attrelid::int + a.attnum')} || ${pick(FACTS, 'a.attnum')}
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where a.attnum > 0 and c.relkind = 'r' and n.nspname = any(${list(SCHEMAS)})`);
  await source.query('vacuum analyze pg_catalog.pg_attribute');
  await source.query('vacuum analyze pg_catalog.pg_description');
}

const PLANTED = `
  create table ods.planted (id int primary key, note text);
  drop table dwd.t_1;
  alter table ods.t_4 add column planted varchar(20);
  alter table ods.t_8 drop column c_30;
  alter table ods.t_12 alter column c_2 type varchar(77) using null;
  comment on column ods.t_16.c_3 is '新的注释'`;

interface Run {
  readonly id: string;
  readonly state: string;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly changes: number;
  readonly phases: Readonly<Record<string, number>>;
  readonly startTime: string;
  readonly endTime: string | null;
}

async function sync(admin: Send, id: string): Promise<Run> {
  const newest = await admin('GET', `/data/metadata/syncRuns/page?sourceId=${id}&pageSize=1`);
  const last = (newest.data.data[0] as Run | undefined)?.id;
  await admin('POST', `/data/metadata/sources/sync/${id}`);
  for (;;) {
    await wait(100);
    const { data } = await admin('GET', `/data/metadata/syncRuns/page?sourceId=${id}&pageSize=1`);
    const run = data.data[0] as Run | undefined;
    const status = await admin('GET', `/data/metadata/sources/sync/${id}`);
    if (run?.endTime && run.id !== last && status.data.isSync !== '1') return run;
  }
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);
const row = (name: string, run: Run) =>
  `| ${name} | ${seconds(Date.parse(run.endTime ?? '') - Date.parse(run.startTime))} | ${['read', 'compare', 'write', 'lineage'].map((phase) => seconds(run.phases[phase] ?? 0)).join(' | ')} | ${run.added} / ${run.changed} / ${run.removed} | ${run.changes} |`;

/** Synchronises a large source three times on an embedded cluster with fsync on, and says where the time goes. */
export async function harvestReport(): Promise<string> {
  const folder = dataFolder();
  const clean: (() => unknown)[] = [folder.remove];
  try {
    const cluster = await launchEmbedded({ dir: join(folder.path, 'pg'), log: () => undefined });
    clean.unshift(() => cluster.stop());
    const settings = cluster.connection('postgres');
    const owner = new pg.Client(settings);
    await owner.connect();
    for (const name of ['databrain_bench', 'harvest_source']) await owner.query(`create database ${name}`);
    await owner.query(`create role harvester login password 'harvester'`);
    await owner.end();
    const source = new pg.Client(cluster.connection('harvest_source'));
    await source.connect();
    clean.unshift(() => source.end());
    await fillSource(source);
    await source.query(`grant usage on schema ${SCHEMAS.join(', ')} to harvester`);
    for (const schema of SCHEMAS) await source.query(`grant select on all tables in schema ${schema} to harvester`);
    await source.query('checkpoint');
    // a source is reached by host and port, the cluster listens on a socket only
    const proxy = createServer((incoming) => {
      const outgoing = connect(join(settings.host, `.s.PGSQL.${settings.port}`));
      incoming.pipe(outgoing).pipe(incoming);
      incoming.on('error', () => outgoing.destroy());
      outgoing.on('error', () => incoming.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    clean.unshift(() => proxy.close());
    const node = await startNode(cluster.connection('databrain_bench'), testSettings(folder.path));
    clean.unshift(() => node.stop());
    const admin = sender(() => node, await factories(node.app, () => new Date()).adminToken());
    const made = await admin('POST', '/data/metadata/sources', {
      sourceName: '压测源',
      dbType: '5',
      status: '1',
      schemas: [],
      dbSchema: {
        host: '127.0.0.1',
        port: (proxy.address() as AddressInfo).port,
        dbName: 'harvest_source',
        username: 'harvester',
        password: 'harvester',
        sslMode: 'disable',
      },
    });
    if (made.status !== 200) throw new Error(made.msg);
    const { id } = made.data as { id: string };
    const lines = [
      `Harvest of ${TABLES.toLocaleString('en')} tables × ${COLUMNS} columns, comments on everything (PostgreSQL source and own database on one embedded cluster, fsync on); ` +
        `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}:\n`,
      '| run | s | read (waited) | compare | write | lineage | tables added / changed / removed | change records |\n|---|---|---|---|---|---|---|---|',
    ];
    lines.push(row('first', await sync(admin, id)));
    lines.push(row('unchanged', await sync(admin, id)));
    lines.push(row('unchanged again', await sync(admin, id)));
    await source.query(PLANTED);
    await source.query('grant select on ods.planted to harvester');
    const changed = await sync(admin, id);
    lines.push(row('six planted changes', changed));
    lines.push(row('after them', await sync(admin, id)));
    const records = await admin('GET', `/data/metadata/changeRecords/page?runId=${changed.id}&pageSize=50&sort=objectName`);
    for (const one of records.data.data as Record<string, string | null>[])
      lines.push(
        `- ${one['objectName']} ${one['changeKind']} ${one['fieldName']}: ${one['fieldOldValue'] ?? '—'} → ${one['fieldNewValue'] ?? '—'}`,
      );
    return lines.join('\n');
  } finally {
    for (const step of clean) await step();
  }
}
