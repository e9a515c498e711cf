/** Matching of records that are new against a million that have been compared. One node in this process on a PostgreSQL of its own with fsync on. */
import type pg from 'pg';
import { BENCH_COLUMNS, built, filled, matched, RECORDS, seconds, withNode, type Ask } from './masterdata-node.ts';

/** Records that are new, half of them nearly as others are. */
const NEW = `
  insert into managed.md_bench (id, status, create_by, create_time, version, customer_name, credit_code, phone)
  select 's' || lpad(n::text, 9, '0'), '1', 'admin', now(), 0, '客户' || md5((n * 1000)::text) || case when n % 2 = 0 then '' else 'x' || n end,
    case when n % 2 = 0 then 'N' || lpad((n * 1000)::text, 17, '0') else 'S' || lpad(n::text, 17, '0') end,
    case when n % 2 = 0 then '138' || lpad((n * 1000)::text, 8, '0') else '139' || lpad(n::text, 8, '0') end from generate_series(1, 1000) n`;

/** Compares all records, then a thousand that are new with them. */
async function matches(ask: Ask, pool: pg.Pool, modelId: string): Promise<string[]> {
  const run = async () => {
    const from = performance.now();
    const text = await matched(ask, modelId, 'strict');
    return `${seconds(from)} s (${text})`;
  };
  const first = await run();
  await pool.query('vacuum analyze masterdata_match_key, masterdata_match_record');
  await pool.query(NEW);
  return [
    '| figure | measured | bar |',
    '|---|---|---|',
    `| first match of ${RECORDS} records | ${first} | |`,
    `| match of 1000 new records against them | ${await run()} | ≤ 10 s |`,
    `| match with nothing new | ${await run()} | |`,
  ];
}

/** Makes the rows, measures; the Markdown. */
export const masterdataMatchingReport = (): Promise<string> =>
  withNode(async ({ ask, pool }) => {
    const modelId = await built(ask, 'bench', BENCH_COLUMNS);
    await filled(pool);
    return (await matches(ask, pool, modelId)).join('\n');
  });
