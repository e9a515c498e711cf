/** Matching of 20,000 stored suppliers of which 5 % repeat others, as people start it. Run: npm run bench -- suppliers */
import { cpus, loadavg } from 'node:os';
import { testSuppliers } from '../../kit/test/suppliers.ts';
import { built, matched, withNode } from './masterdata-node.ts';

const RECORDS = 20_000;
const COLUMNS = [
  { columnName: 'supplier_name', columnComment: '供应商名称', columnLength: '200', from: 'name' },
  { columnName: 'credit_code', columnComment: '统一社会信用代码', columnLength: '18', from: 'code' },
  { columnName: 'phone', columnComment: '电话', columnLength: '20', from: 'phone' },
  { columnName: 'contact', columnComment: '联系人', columnLength: '50', from: 'contact' },
  { columnName: 'address', columnComment: '地址', columnLength: '200', from: 'address' },
].map((column) => ({ ...column, columnType: 'varchar', htmlType: 'input' }));
const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(1)} %`;

/** Stores the suppliers, matches them by the balanced preset; the Markdown. */
export const masterdataSuppliersReport = (): Promise<string> =>
  withNode(async ({ ask, pool }) => {
    const modelId = await built(
      ask,
      'supplier',
      COLUMNS.map(({ from: _, ...column }) => column),
    );
    const { records, repeats } = testSuppliers(RECORDS);
    const names = COLUMNS.map(({ columnName }) => columnName);
    await pool.query(
      `insert into managed.md_supplier (id, status, create_by, create_time, version, ${names.join(', ')})
       select x.id, '1', 'admin', now(), 0, ${names.map((name) => `x.${name}`).join(', ')}
       from json_to_recordset($1::json) as x(id text, ${names.map((name) => `${name} text`).join(', ')})`,
      [
        JSON.stringify(
          records.map(({ id, values }) => ({
            id,
            ...Object.fromEntries(COLUMNS.map(({ columnName, from }) => [columnName, values[from]])),
          })),
        ),
      ],
    );
    await pool.query('analyze managed.md_supplier');
    const [from, used] = [performance.now(), process.cpuUsage()];
    const text = await matched(ask, modelId, 'balanced');
    const seconds = (performance.now() - from) / 1000;
    const { user, system } = process.cpuUsage(used);
    const { rows } = await pool.query<{ a: string; b: string }>(
      `select record_a as a, record_b as b from masterdata_match_pair p join masterdata_match_rule r on r.model_id = p.model_id
       where p.score >= r.review_score`,
    );
    const planted = new Set([...repeats].map((pair) => [...pair].sort().join(' ')));
    const right = rows.filter(({ a, b }) => planted.has(`${a} ${b}`)).length;
    return [
      `${RECORDS} stored suppliers, ${planted.size} planted duplicates; ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}`,
      '',
      '| found | wrong among found | seconds | processor of the node | it says | bar |',
      '|---|---|---|---|---|---|',
      `| ${percent(right, planted.size)} | ${percent(rows.length - right, rows.length)} | ${seconds.toFixed(1)} | ${((user + system) / 1_000_000).toFixed(1)} s | ${text} | ≥ 95 %, ≤ 2 %, ≤ 60 s |`,
    ].join('\n');
  });
