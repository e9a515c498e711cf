import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '#kit/server/db/open.ts';
import { migrationSets } from '#kit/server/module.ts';
import { sender, startApp, startNode, testServer, testSettings, type Send } from '#kit/test/app.ts';
import { factories } from '#kit/test/make.ts';
import { fileStore } from '#modules/files/server/index.ts';
import { modules } from '../modules.ts';
import { backup } from './dump.ts';
import { inspect, restore } from './restore.ts';

const app = startApp({ managed: true });
const folder = mkdtempSync(join(tmpdir(), 'databrain-form-'));
const target = `restore_${randomBytes(4).toString('hex')}`;
const root = async (text: string) => {
  const client = new pg.Client(testServer());
  await client.connect();
  await client.query(text).finally(() => client.end());
};
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await root(`drop database if exists ${target} with (force)`);
});

const FORMS = '/data/filling/forms';
const layout = (...more: object[]) => [
  { id: 'f1', type: 'input', key: 'site', label: '地点', required: true },
  { id: 'f2', type: 'number', key: 'found', label: '发现数' },
  { id: 'f3', type: 'serial', key: 'no', label: '编号', pattern: 'P{0001}' },
  { id: 'f4', type: 'subform', key: 'items', label: '明细', children: [{ id: 'c1', type: 'input', key: 'name', label: '问题' }] },
  ...more,
];
const remark = { id: 'f5', type: 'input', key: 'remark', label: '备注' };

async function ok(answer: ReturnType<Send>) {
  const { status, msg, data } = await answer;
  expect(status, msg).toBe(200);
  return data;
}
/** What a person finds of a form: its versions, and every record with the rows of its sub-table. */
async function seen(send: Send, id: string) {
  const [{ versionNo, schema }, page] = await Promise.all([
    ok(send('GET', `${FORMS}/${id}`)),
    ok(send('GET', `${FORMS}/${id}/records/page?pageSize=50`)),
  ]);
  const ids = (page.data as { id: string }[]).map((row) => row.id).toSorted();
  const records = [];
  for (const record of ids) {
    const { values, versionNo: filledIn } = await ok(send('GET', `${FORMS}/${id}/records/${record}`));
    records.push({ record, values, filledIn });
  }
  return { versionNo, schema, records };
}

it('a form comes back from a backup whole: its versions, its records with their sub-tables and removed fields, and it is filled in and published on', async () => {
  const { id } = await ok(
    app.admin('POST', FORMS, { formCode: 'backed_up', formName: '安全检查', schema: { layout: layout(remark), rules: [] } }),
  );
  await ok(app.admin('POST', `${FORMS}/${id}/publish`, { version: 0 }));
  const first = { site: "一号\n'站台'", found: 2, remark: '旧版才有的话', items: [{ name: '灭火器过期' }, { name: '通道堵塞' }] };
  await ok(app.admin('POST', `${FORMS}/${id}/records`, { values: first }));
  const { version } = await ok(app.admin('GET', `${FORMS}/${id}`));
  const next = { version, formCode: 'backed_up', formName: '安全检查', schema: { layout: layout(), rules: [] } };
  const saved = await ok(app.admin('PUT', `${FORMS}/${id}`, next));
  await ok(app.admin('POST', `${FORMS}/${id}/publish`, { version: saved.version }));
  await ok(app.admin('POST', `${FORMS}/${id}/records`, { values: { site: '二号', found: 0, items: [] } }));
  const before = await seen(app.admin, id);
  expect(before.records.map(({ filledIn }) => filledIn)).toEqual([1, 2]);

  const job = {
    connection: app.connection,
    store: fileStore(testSettings(app.node.app.settings.dataDir)),
    path: join(folder, 'form.backup'),
    version: '1',
    key: Buffer.alloc(32, 7),
    keyFingerprint: app.node.app.secrets.fingerprint,
    passphrase: null,
    say: () => undefined,
  };
  await backup(job);
  await root(`create database ${target}`);
  const other = openDatabase({ ...testServer(target), max: 2 }, { warn: () => undefined });
  const into = { pool: other.pool, migrations: migrationSets(modules), store: job.store, dataDir: folder, path: job.path };
  await restore({ ...into, passphrase: null, say: () => undefined }, (await inspect(job.path, null)).manifest);
  await other.close();

  const node = await startNode(testServer(target), testSettings(folder));
  try {
    const send = sender(() => node, await factories(node.app, () => new Date()).adminToken());
    expect(await seen(send, id)).toEqual(before);
    const filled = await ok(send('POST', `${FORMS}/${id}/records`, { values: { site: '三号', found: 1, items: [{ name: '临边' }] } }));
    const { values } = await ok(send('GET', `${FORMS}/${id}/records/${filled.id}`));
    expect(values).toMatchObject({ site: '三号', no: 'P0003', items: [{ name: '临边' }] });
    // the removed field comes back with what was filled in before
    const { version: draft } = await ok(send('GET', `${FORMS}/${id}`));
    const again = await ok(send('PUT', `${FORMS}/${id}`, { ...next, version: draft, schema: { layout: layout(remark), rules: [] } }));
    await ok(send('POST', `${FORMS}/${id}/publish`, { version: again.version }));
    const { rows } = await sql`select remark from managed.df_backed_up order by no`.execute(node.app.db);
    expect(rows).toEqual([{ remark: '旧版才有的话' }, { remark: null }, { remark: null }]);
  } finally {
    await node.stop();
  }
}, 120_000);
