import { beforeAll, describe, expect, it } from 'vitest';
import type { Cell } from '#kit/server/excel/column.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import { startApp } from '#kit/test/app.ts';
import { Killing, type MortalNode } from '#kit/test/killing.ts';
import { multipart } from '#kit/test/multipart.ts';
import { until } from '#kit/test/until.ts';

const app = startApp({ managed: true });
const base = '/data/filling/forms';
const killing = new Killing(app);
const ROWS = 2_000;
const layout = [
  { id: 'f1', type: 'input', key: 'site', label: '地点', required: true },
  { id: 'f2', type: 'number', key: 'found', label: '发现数' },
  { id: 'f3', type: 'serial', key: 'no', label: '编号', pattern: 'P{0001}' },
  { id: 'f4', type: 'subform', key: 'items', label: '明细', children: [{ id: 'c1', type: 'input', key: 'name', label: '问题' }] },
];
let token = '';
let formId = '';

async function book(word: string): Promise<[Buffer, Record<string, string>]> {
  const sheet = (name: string, titles: readonly string[], rows: Cell[][]) => ({
    name,
    columns: titles.map((title) => ({ title, width: 12 })),
    rows,
  });
  const numbers = Array.from({ length: ROWS }, (_, at) => at + 1);
  const chunks: Uint8Array[] = [];
  const records = numbers.map((at): Cell[] => [String(at), `${word}${at}`, at]);
  const items = numbers.flatMap((at): Cell[][] => [
    [String(at), '甲'],
    [String(at), '乙'],
  ]);
  for await (const chunk of workbook([
    sheet('填报数据', ['编号', '地点*', '发现数'], records),
    sheet('明细', ['所属记录编号', '问题'], items),
  ]))
    chunks.push(chunk);
  return multipart('导入.xlsx', Buffer.concat(chunks));
}

const query = async (text: string): Promise<Record<string, unknown>[]> => (await app.database.pool.query(text)).rows;
/** What of an import is there: records, their heads, rows of the sub-table, numbers taken. */
const there = async () =>
  (
    await query(`select (select count(*)::int from managed.df_killed) as records,
      (select count(*)::int from filling_record where form_id = '${formId}') as heads,
      (select count(*)::int from managed.df_killed_items) as items,
      (select coalesce(max(last_number), 0)::int from filling_counter where form_id = '${formId}') as numbers`)
  )[0];
const whole = (times: number) => ({ records: ROWS * times, heads: ROWS * times, items: 2 * ROWS * times, numbers: ROWS * times });

/** Waits until what a dead node had begun is undone: its connections are gone. */
const undone = () =>
  until(
    () => query(`select 1 from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`),
    (rows) => rows.length === 0,
    60_000,
  );

const mortal = () => killing.start({ managedReaderUrl: app.node.app.settings.managedReaderUrl });

/** Kills a node of its own right before `work` writes into a table; what it had written is undone then. */
async function killedBefore(table: string, work: (node: MortalNode) => Promise<number | null>): Promise<void> {
  const node = await mortal();
  let answer: Promise<number | null> = Promise.resolve(0);
  await killing.at([table], { node, works: 1 }, () => (answer = work(node)));
  expect(await answer).toBeNull();
}

beforeAll(async () => {
  token = await app.make.adminToken();
  formId = (await app.admin('POST', base, { formCode: 'killed', formName: '断电', schema: { layout, rules: [] } })).data.id;
}, 120_000);

describe('a node that is killed', () => {
  it('while it publishes leaves neither table nor version, and the form is published afterwards', async () => {
    // right before the end of the transaction
    await killedBefore('sys_oper_log', (node) => node.send(token, `${base}/${formId}/publish`, { version: 0 }));
    const left =
      await query(`select table_name from information_schema.tables where table_schema = 'managed' and table_name like 'df_killed%'
      union all select table_name from metadata_table where table_name like '%df_killed%'
      union all select version_no::text from filling_form_version where form_id = '${formId}'`);
    expect(left).toEqual([]);
    const done = await app.admin('POST', `${base}/${formId}/publish`, { version: 0 });
    expect(done.status, done.msg).toBe(200);
    expect(done.data).toMatchObject({ versionNo: 1, table: 'managed.df_killed' });
  }, 480_000);

  it('while it imports leaves the whole file or nothing of it, and the same file sent again is there once', async () => {
    const [body, headers] = await book('甲');
    const path = `${base}/${formId}/records/import?commit=1`;
    // between the tables of the form and the heads of its records, and right before the end of the transaction
    for (const table of ['filling_record', 'sys_oper_log']) {
      await killedBefore(table, (node) => node.send(token, path, body, headers));
      expect(await there()).toEqual(whole(0));
    }
    const once = { ...headers, 'idempotency-key': 'import-of-the-killed-0001' };
    const node = await mortal();
    let hasEnded = false;
    const busy = node.send(token, path, body, once).finally(() => (hasEnded = true));
    // a statement that is too short to be seen is as good: then it dies right after its answer
    await until(
      () => query(`select 1 from pg_stat_activity where datname = current_database() and query ilike 'insert into%filling_record%'`),
      (rows) => rows.length > 0 || hasEnded,
      60_000,
    );
    await node.kill();
    const status = await busy;
    await undone();
    const found = await there();
    expect([whole(0), whole(1)]).toContainEqual(found);
    if (status === 200) expect(found).toEqual(whole(1));
    const again = await app.admin('POST', path, body, once);
    expect(again.status, again.msg).toBe(200);
    expect(await there()).toEqual(whole(1));
  }, 480_000);
});
