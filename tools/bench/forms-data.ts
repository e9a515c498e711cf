/** The form that `bench -- forms` fills in, its records, and the least that one of them costs. */
import type pg from 'pg';

export const RECORDS = 200_000;
export interface Field {
  readonly id: string;
  readonly type: string;
  readonly key: string;
  readonly label: string;
  readonly [setting: string]: unknown;
}
const item = (value: string) => ({ value, label: `类别${value}` });
/** A check of a site as people fill it in. */
export const checkForm: readonly Field[] = [
  { id: 'f1', type: 'input', key: 'site', label: '地点', required: true },
  { id: 'f2', type: 'number', key: 'found', label: '发现数', min: 0, max: 999 },
  { id: 'f3', type: 'date', key: 'day', label: '检查日期' },
  { id: 'f4', type: 'radio', key: 'kind', label: '类别', options: { from: 'static', items: ['a', 'b', 'c'].map(item) } },
  { id: 'f5', type: 'money', key: 'amount', label: '金额' },
  { id: 'f6', type: 'textarea', key: 'note', label: '说明' },
  { id: 'f7', type: 'switch', key: 'done', label: '已整改' },
  {
    id: 'f8',
    type: 'subform',
    key: 'items',
    label: '明细',
    children: [
      { id: 'c1', type: 'input', key: 'name', label: '问题', required: true },
      { id: 'c2', type: 'number', key: 'qty', label: '数量' },
    ],
  },
];

export const submission = (n: number) => ({
  values: {
    site: `站点${n % 500}`,
    found: n % 100,
    day: `2026-0${(n % 9) + 1}-1${n % 9}`,
    kind: 'abc'[n % 3],
    amount: `${n % 10_000}.50`,
    note: '现场检查记录，已拍照留存',
    done: n % 2 === 0,
    items: [
      { name: '护栏缺失', qty: 2 },
      { name: '照明不足', qty: 1 },
    ],
  },
});

/** Records up to `RECORDS`, in the table of the form, that of its sub-table, and their heads. */
export async function fillRecords(pool: pg.Pool, formId: string): Promise<void> {
  const { rows } = await pool.query<{ id: string }>("select id from sys_user where username = 'admin'");
  const admin = rows[0]?.id ?? '';
  const there = await pool.query<{ n: string }>('select count(*) as n from managed.df_bench');
  const missing = RECORDS - Number(there.rows[0]?.n);
  const { rows: versions } = await pool.query<{ version_no: number }>('select version_no from filling_form where id = $1', [formId]);
  const version = versions[0]?.version_no ?? 1;
  await pool.query(
    `insert into filling_record (id, form_id, version_no, submitter_id, create_time)
     select 'b' || n, $1, $2, $3, now() - n * interval '30 seconds' from generate_series(1, $4::int) n`,
    [formId, version, admin, missing],
  );
  await pool.query(
    `insert into managed.df_bench (id, form_version, submitter_id, create_time, version, site, found, day, kind, amount, note, done)
     select 'b' || n, $1, $2, now() - n * interval '30 seconds', 0, '站点' || (n % 5000), n % 100, date '2026-01-01' + (n % 300),
       (array['a', 'b', 'c'])[n % 3 + 1], n % 10000, '现场检查记录，已拍照留存', n % 2 = 0 from generate_series(1, $3::int) n`,
    [version, admin, missing],
  );
  await pool.query(
    `insert into managed.df_bench_items (id, parent_id, row_no, name, qty)
     select 'b' || n || '.' || k, 'b' || n, k, '护栏缺失', k from generate_series(1, $1::int) n, generate_series(1, 2) k`,
    [missing],
  );
  await pool.query('analyze filling_record');
  await pool.query('analyze managed.df_bench');
  await pool.query('analyze managed.df_bench_items');
}

/** What a submission must write at least, by the raw driver: the record, its head, its rows and the line of the operation log. */
export const bareSubmission = {
  prepare: (pool: pg.Pool) =>
    pool.query(`create table if not exists bare_filling (id bigserial primary key, kind text, body text, create_time timestamptz default now());
      create index if not exists bare_filling__create_time on bare_filling (create_time)`),
  run: (pool: pg.Pool) => async (): Promise<void> => {
    const client = await pool.connect();
    const insert = 'insert into bare_filling (kind, body) values ($1, $2)';
    const body = JSON.stringify(submission(1));
    try {
      await client.query('begin');
      for (const kind of ['record', 'head', 'log']) await client.query({ name: 'bare', text: insert, values: [kind, body] });
      await client.query({ name: 'rows', text: 'insert into bare_filling (kind) values ($1), ($2)', values: ['row', 'row'] });
      await client.query('commit');
    } finally {
      client.release();
    }
  },
};
