import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, withoutWorkOf } from '#kit/test/app.ts';
import { Killing, type MortalNode } from '#kit/test/killing.ts';
import { until } from '#kit/test/until.ts';
import { matched, pairs, putRecords } from '../match/test-records.ts';
import { builtModel, CUSTOMER, MODELS } from '../test-model.ts';

const app = startApp({ managed: true, modules: withoutWorkOf('masterdata') });
const killing = new Killing(app);
const GROUPS = 5;
const TABLE = 'managed.md_bulk';
const PARTS = ['xref', 'attr_history', 'match_record', 'match_key', 'match_pair', 'match_apart', 'merge'];

let node: MortalNode;
let modelId = '';
/** Groups in the order in which they are merged, with their records. */
let groups: { id: string; records: string[] }[] = [];
const query = async (text: string) => (await app.database.pool.query<Record<string, unknown>>(text)).rows;
const bulk = (rest = '') => `${MODELS}/${modelId}/mergeBatches${rest}`;
const latest = async () => (await app.admin('GET', bulk('/latest'))).data;
const merges = async () => (await app.admin('GET', `${MODELS}/${modelId}/merges/page?pageSize=100`)).data.data as { id: string }[];
const rowsOf = async (from: string) => (await query(`select t::text as row from ${from} order by 1`)).map(({ row }) => row as string);
/** The table and what is stored beside it of some records; indexes of what was merged are those of the run. */
const stored = async () => ({
  rows: await rowsOf(`${TABLE} t`),
  ...Object.fromEntries(
    await Promise.all(PARTS.map(async (part) => [part, await rowsOf(`masterdata_${part} t where model_id = '${modelId}'`)] as const)),
  ),
});
const idsThere = async () => (await query(`select id from ${TABLE} order by id`)).map(({ id }) => id as string);
/** Of every pair among the first `merged` groups one record is left, of all others both. */
const left = (merged: number) => groups.flatMap(({ records }, at) => (at < merged ? records.slice(0, 1) : records)).toSorted();

beforeAll(async () => {
  node = await killing.start();
  modelId = await builtModel(app.admin, { ...CUSTOMER, modelName: '批量', modelLogicTable: 'bulk' });
  await putRecords(app.node.app, modelId, pairs(GROUPS));
  await matched(app.admin, modelId, { preset: 'strict' });
  const { data } = (await app.admin('GET', `${MODELS}/${modelId}/candidates/page?state=open&pageSize=100`)).data;
  groups = data
    .map((one: { id: string; records: { id: string }[] }) => ({ id: one.id, records: one.records.map(({ id }) => id).toSorted() }))
    .toSorted((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1));
}, 240_000);

/** Lets a bulk merge go on until so many groups are merged; `then` is called while it waits for a record of the next one. */
async function heldBefore(count: number, then: (release: () => Promise<unknown>) => Promise<void>): Promise<void> {
  const holder = new pg.Client(app.connection);
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(`select 1 from ${TABLE} where id = any($1) for update`, [groups[count]!.records]);
    const started = await app.admin('POST', bulk(), { groups: GROUPS });
    expect(started.status, started.msg).toBe(200);
    await until(latest, ({ merged }) => merged === count, 60_000);
    await then(() => holder.query('rollback'));
  } finally {
    await holder.end();
  }
}

describe('a node that is killed while it merges in bulk', () => {
  it('in the middle of a group leaves that one as it was, and those before it whole', async () => {
    expect(groups).toHaveLength(GROUPS);
    await heldBefore(2, async (release) => {
      const before = await stored();
      await killing.at(['masterdata_attr_history'], { node, works: 1 }, () => void release());
      expect(await stored()).toEqual(before);
    });
    expect(await idsThere()).toEqual(left(2));
    expect(await merges()).toHaveLength(2);
    expect(await latest()).toMatchObject({ state: 'running', groups: GROUPS, merged: 2, skipped: 0 });
  }, 240_000);

  it('just before the commit of a group, after another node has taken it over, as well', async () => {
    const before = await stored();
    const second = await killing.start();
    await killing.at(['masterdata_merge_batch_group'], { node: second, works: 1 }, () => undefined);
    expect(await stored()).toEqual(before);
    expect(await latest()).toMatchObject({ state: 'running', merged: 2, skipped: 0 });
  }, 240_000);

  it('lets a third one merge the rest, each group once, and every one of them can be undone', async () => {
    const third = await killing.start();
    const batch = await until(latest, ({ state }) => state !== 'running', 120_000);
    expect(batch).toMatchObject({ state: 'done', merged: GROUPS, skipped: 0, message: `合并 ${GROUPS} 组，跳过 0 组` });
    expect(await idsThere()).toEqual(left(GROUPS));
    const all = await merges();
    expect(all).toHaveLength(GROUPS);
    for (const { id } of all) expect(await app.admin('POST', `/data/masterdata/merges/${id}/undo`)).toMatchObject({ status: 200 });
    expect(await idsThere()).toEqual(left(0));
    await third.kill();
  }, 240_000);
});
