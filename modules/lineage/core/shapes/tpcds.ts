import type { Shape } from './shape.ts';

/** Columns of the tables of TPC-DS that the queries below use. */
const store = {
  store_sales: [
    'ss_sold_date_sk',
    'ss_item_sk',
    'ss_customer_sk',
    'ss_cdemo_sk',
    'ss_store_sk',
    'ss_promo_sk',
    'ss_quantity',
    'ss_list_price',
    'ss_ext_sales_price',
    'ss_net_profit',
  ],
  catalog_sales: ['cs_sold_date_sk', 'cs_bill_customer_sk', 'cs_item_sk', 'cs_ext_sales_price'],
  web_sales: ['ws_sold_date_sk', 'ws_bill_customer_sk', 'ws_item_sk', 'ws_ext_sales_price'],
  store_returns: ['sr_returned_date_sk', 'sr_customer_sk', 'sr_store_sk', 'sr_return_amt', 'sr_reason_sk'],
  date_dim: ['d_date_sk', 'd_date', 'd_year', 'd_moy', 'd_day_name', 'd_week_seq', 'd_month_seq'],
  item: ['i_item_sk', 'i_item_id', 'i_brand_id', 'i_brand', 'i_manufact_id', 'i_category', 'i_class', 'i_current_price'],
  customer: ['c_customer_sk', 'c_customer_id', 'c_first_name', 'c_last_name', 'c_current_addr_sk'],
  customer_address: ['ca_address_sk', 'ca_state', 'ca_zip'],
  store: ['s_store_sk', 's_store_name', 's_state', 's_zip'],
} as const;
const quiet = { told: '' };

/** Shapes of queries of the public benchmark TPC-DS, shortened: shared common tables, sets, correlated sub-queries, windows, grouping sets. */
export const tpcds: readonly Shape[] = [
  // 1: a common table read twice, once correlated
  [
    'postgres',
    "WITH returned AS (SELECT sr_customer_sk AS customer_sk, sr_store_sk AS store_sk, sum(sr_return_amt) AS total FROM store_returns, date_dim WHERE sr_returned_date_sk = d_date_sk AND d_year = 2000 GROUP BY sr_customer_sk, sr_store_sk) SELECT c_customer_id FROM returned r1, store, customer WHERE r1.total > (SELECT avg(total) * 1.2 FROM returned r2 WHERE r1.store_sk = r2.store_sk) AND s_store_sk = r1.store_sk AND s_state = 'TN' AND r1.customer_sk = c_customer_sk ORDER BY c_customer_id LIMIT 100",
    'store_returns, date_dim, store, customer',
    '',
    'customer.c_customer_id > c_customer_id',
    store,
    {
      decides:
        'filter store_returns.sr_returned_date_sk; filter date_dim.d_date_sk; filter date_dim.d_year; group store_returns.sr_customer_sk; group store_returns.sr_store_sk; filter store_returns.sr_return_amt; filter store_returns.sr_store_sk; filter store.s_store_sk; filter store.s_state; filter store_returns.sr_customer_sk; filter customer.c_customer_sk; sort customer.c_customer_id',
      told: '',
    },
  ],
  // 3
  [
    'mysql',
    'SELECT dt.d_year, item.i_brand_id brand_id, SUM(ss_ext_sales_price) sum_agg FROM date_dim dt, store_sales, item WHERE dt.d_date_sk = store_sales.ss_sold_date_sk AND store_sales.ss_item_sk = item.i_item_sk AND item.i_manufact_id = 128 GROUP BY dt.d_year, item.i_brand_id ORDER BY dt.d_year, sum_agg DESC',
    'date_dim, store_sales, item',
    '',
    'date_dim.d_year > d_year; item.i_brand_id > brand_id; store_sales.ss_ext_sales_price > sum_agg',
    store,
    quiet,
  ],
  // 8: sets within sets
  [
    'trino',
    "SELECT s_store_name, sum(ss_net_profit) AS p FROM store_sales, store, (SELECT zip FROM (SELECT substr(ca_zip, 1, 5) zip FROM customer_address WHERE ca_state = 'TN' INTERSECT SELECT substr(s_zip, 1, 5) zip FROM store) a) v WHERE ss_store_sk = s_store_sk AND substr(s_zip, 1, 2) = substr(v.zip, 1, 2) GROUP BY s_store_name",
    'store_sales, store, customer_address',
    '',
    'store.s_store_name > s_store_name; store_sales.ss_net_profit > p',
    store,
    {
      decides:
        'filter customer_address.ca_state; filter customer_address.ca_zip; filter store.s_zip; filter store_sales.ss_store_sk; filter store.s_store_sk; group store.s_store_name',
      told: '',
    },
  ],
  // 9: value sub-queries in CASE
  [
    'postgres',
    'SELECT CASE WHEN (SELECT count(*) FROM store_sales WHERE ss_quantity < 20) > 100 THEN (SELECT avg(ss_list_price) FROM store_sales) ELSE (SELECT avg(ss_net_profit) FROM store_sales) END AS bucket FROM store WHERE s_store_sk = 1',
    'store, store_sales',
    '',
    'store_sales.ss_list_price > bucket; store_sales.ss_net_profit > bucket',
    store,
    { decides: 'filter store_sales.ss_quantity; filter store.s_store_sk', told: '' },
  ],
  // 12: a share of a window
  [
    'spark',
    'SELECT i_item_id, SUM(ws_ext_sales_price) AS revenue, SUM(ws_ext_sales_price) * 100 / SUM(SUM(ws_ext_sales_price)) OVER (PARTITION BY i_class) AS ratio FROM web_sales, item WHERE ws_item_sk = i_item_sk GROUP BY i_item_id, i_class',
    'web_sales, item',
    '',
    'item.i_item_id > i_item_id; web_sales.ws_ext_sales_price > revenue; web_sales.ws_ext_sales_price > ratio; item.i_class > ratio',
    store,
    quiet,
  ],
  // 14: INTERSECT as the table of a join, columns renamed
  [
    'postgres',
    'WITH cross_items AS (SELECT i_item_sk ss_item FROM item, (SELECT i.i_brand_id brand_id FROM store_sales, item i WHERE ss_item_sk = i.i_item_sk INTERSECT SELECT i.i_brand_id FROM web_sales, item i WHERE ws_item_sk = i.i_item_sk) x WHERE item.i_brand_id = brand_id) SELECT sum(ss_quantity) AS q FROM store_sales WHERE ss_item_sk IN (SELECT ss_item FROM cross_items)',
    'item, store_sales, web_sales',
    '',
    'store_sales.ss_quantity > q',
    store,
    {
      decides: 'filter store_sales.ss_item_sk; filter item.i_item_sk; filter web_sales.ws_item_sk; filter item.i_brand_id',
      told: '',
    },
  ],
  // 27: ROLLUP and GROUPING
  [
    'tsql',
    'SELECT i_item_id, s_state, GROUPING(s_state) AS g_state, AVG(ss_quantity) AS agg1 FROM store_sales, store, item WHERE ss_item_sk = i_item_sk AND ss_store_sk = s_store_sk GROUP BY ROLLUP (i_item_id, s_state)',
    'store_sales, store, item',
    '',
    'item.i_item_id > i_item_id; store.s_state > s_state; store.s_state > g_state; store_sales.ss_quantity > agg1',
    store,
    quiet,
  ],
  // 38: what three channels have in common
  ...['postgres', 'spark', 'snowflake', 'oracle'].map((dialect): Shape => [
    dialect,
    'SELECT count(*) AS n FROM (SELECT DISTINCT c_last_name, c_first_name, d_date FROM store_sales, date_dim, customer WHERE ss_sold_date_sk = d_date_sk AND ss_customer_sk = c_customer_sk INTERSECT SELECT DISTINCT c_last_name, c_first_name, d_date FROM web_sales, date_dim, customer WHERE ws_sold_date_sk = d_date_sk AND ws_bill_customer_sk = c_customer_sk) hot_cust',
    'store_sales, date_dim, customer, web_sales',
    '',
    '',
    store,
    {
      decides:
        'filter store_sales.ss_sold_date_sk; filter date_dim.d_date_sk; filter store_sales.ss_customer_sk; filter customer.c_customer_sk; group customer.c_last_name; group customer.c_first_name; group date_dim.d_date; filter web_sales.ws_sold_date_sk; filter web_sales.ws_bill_customer_sk; filter customer.c_last_name; filter customer.c_first_name; filter date_dim.d_date',
      told: '',
    },
  ]),
  // 44: ranks from both ends joined
  [
    'postgres',
    'SELECT asc_rank.rnk, i1.i_brand AS best, i2.i_brand AS worst FROM (SELECT item_sk, rank() OVER (ORDER BY profit) AS rnk FROM (SELECT ss_item_sk item_sk, avg(ss_net_profit) profit FROM store_sales GROUP BY ss_item_sk) v1) asc_rank, (SELECT item_sk, rank() OVER (ORDER BY profit DESC) AS rnk FROM (SELECT ss_item_sk item_sk, avg(ss_net_profit) profit FROM store_sales GROUP BY ss_item_sk) v2) desc_rank, item i1, item i2 WHERE asc_rank.rnk = desc_rank.rnk AND i1.i_item_sk = asc_rank.item_sk AND i2.i_item_sk = desc_rank.item_sk',
    'store_sales, item',
    '',
    'store_sales.ss_net_profit > rnk; item.i_brand > best; item.i_brand > worst',
    store,
    quiet,
  ],
  // 51: cumulative sums, FULL JOIN of two channels
  [
    'redshift',
    'WITH web AS (SELECT ws_item_sk item_sk, d_date, sum(sum(ws_ext_sales_price)) OVER (PARTITION BY ws_item_sk ORDER BY d_date ROWS UNBOUNDED PRECEDING) cume FROM web_sales, date_dim WHERE ws_sold_date_sk = d_date_sk GROUP BY ws_item_sk, d_date) SELECT coalesce(web.item_sk, s.ss_item_sk) AS item_sk, web.cume FROM web FULL OUTER JOIN store_sales s ON web.item_sk = s.ss_item_sk',
    'web_sales, date_dim, store_sales',
    '',
    'web_sales.ws_item_sk > item_sk; store_sales.ss_item_sk > item_sk; web_sales.ws_ext_sales_price > cume; web_sales.ws_item_sk > cume; date_dim.d_date > cume',
    store,
    quiet,
  ],
  // 59: the same common table a year apart
  [
    'clickhouse',
    "WITH wss AS (SELECT d_week_seq, ss_store_sk, sum(multiIf(d_day_name = 'Sunday', ss_ext_sales_price, NULL)) AS sun FROM store_sales, date_dim WHERE d_date_sk = ss_sold_date_sk GROUP BY d_week_seq, ss_store_sk) SELECT s_store_name, y.sun / x.sun AS r FROM wss y, wss x, store WHERE y.ss_store_sk = s_store_sk AND y.d_week_seq = x.d_week_seq - 52",
    'store_sales, date_dim, store',
    '',
    'store.s_store_name > s_store_name; date_dim.d_day_name > r; store_sales.ss_ext_sales_price > r',
    store,
    quiet,
  ],
  // 76: UNION ALL with constants
  [
    'postgres',
    "INSERT INTO sales_all (channel, item_id, price) SELECT channel, item_id, price FROM (SELECT 'store' channel, i_item_id item_id, ss_ext_sales_price price FROM store_sales, item WHERE ss_item_sk = i_item_sk UNION ALL SELECT 'web', i_item_id, ws_ext_sales_price FROM web_sales, item WHERE ws_item_sk = i_item_sk) u",
    'store_sales, item, web_sales',
    'sales_all',
    'item.i_item_id > item_id; store_sales.ss_ext_sales_price > price; web_sales.ws_ext_sales_price > price',
    store,
    { decides: 'filter store_sales.ss_item_sk; filter item.i_item_sk; filter web_sales.ws_item_sk', told: '' },
  ],
  // 87: what one channel has and the other has not
  ...(['EXCEPT', 'MINUS'] as const).map((word): Shape => [
    word === 'MINUS' ? 'oracle' : 'postgres',
    `INSERT INTO t SELECT count(*) AS n FROM (SELECT c_last_name, d_date FROM store_sales, date_dim, customer WHERE ss_sold_date_sk = d_date_sk AND ss_customer_sk = c_customer_sk ${word} SELECT c_last_name, d_date FROM web_sales, date_dim, customer WHERE ws_sold_date_sk = d_date_sk AND ws_bill_customer_sk = c_customer_sk) cool_cust`,
    'store_sales, date_dim, customer, web_sales',
    't',
    '',
    store,
    {
      decides:
        'filter store_sales.ss_sold_date_sk; filter date_dim.d_date_sk; filter store_sales.ss_customer_sk; filter customer.c_customer_sk; filter web_sales.ws_sold_date_sk; filter web_sales.ws_bill_customer_sk; filter customer.c_last_name; filter date_dim.d_date',
      told: '',
    },
  ]),
  [
    'postgres',
    'SELECT count(*) AS n FROM (SELECT a FROM x UNION SELECT b FROM y) q',
    'x, y',
    '',
    '',
    undefined,
    { decides: 'group x.a; group y.b' },
  ],
  ['postgres', 'SELECT count(*) AS n FROM (SELECT a FROM x UNION ALL SELECT b FROM y) q', 'x, y', '', '', undefined, { decides: '' }],
  [
    'postgres',
    'SELECT a FROM x INTERSECT SELECT b FROM y',
    'x, y',
    '',
    'x.a > a; y.b > a',
    undefined,
    { decides: 'filter x.a; filter y.b' },
  ],
  [
    'postgres',
    'SELECT DISTINCT ON (a) a, b FROM s ORDER BY a, c',
    's',
    '',
    's.a > a; s.b > b',
    undefined,
    { decides: 'group s.a; sort s.a; sort s.c', told: '' },
  ],
  // recursion
  [
    'snowflake',
    'INSERT INTO t (id, n) WITH RECURSIVE r (id, n) AS (SELECT id, 1 FROM s WHERE pid IS NULL UNION ALL SELECT s.id, r.n + s.w FROM s JOIN r ON s.pid = r.id) SELECT id, n FROM r',
    's',
    't',
    's.id > id; s.w > n',
    undefined,
    { decides: 'filter s.pid; join s.pid; join s.id', told: '' },
  ],
  [
    'tsql',
    'WITH org AS (SELECT id, boss, CAST(name AS varchar(100)) AS path FROM emp WHERE boss IS NULL UNION ALL SELECT e.id, e.boss, CAST(o.path + e.name AS varchar(100)) FROM emp e JOIN org o ON e.boss = o.id) INSERT INTO org_tree (id, path) SELECT id, path FROM org OPTION (MAXRECURSION 50)',
    'emp',
    'org_tree',
    'emp.id > id; emp.name > path',
    undefined,
    quiet,
  ],
  [
    'oracle',
    "INSERT INTO t (id, p) SELECT id, sys_connect_by_path(name, '/') FROM s START WITH pid IS NULL CONNECT BY PRIOR id = pid",
    's',
    't',
    's.id > id; s.name > p',
    undefined,
    { decides: 'filter s.pid; filter s.id', told: '' },
  ],
  // QUALIFY
  ...['snowflake', 'bigquery', 'databricks', 'teradata', 'duckdb', 'redshift'].map((dialect): Shape => [
    dialect,
    'INSERT INTO t SELECT id, v FROM ev QUALIFY row_number() OVER (PARTITION BY id ORDER BY ts DESC) = 1',
    'ev',
    't',
    'ev.id > id; ev.v > v',
    undefined,
    { decides: 'filter ev.id; filter ev.ts', told: '' },
  ]),
  // PIVOT and UNPIVOT
  [
    'snowflake',
    "SELECT * FROM (SELECT emp, month, amount FROM sales) PIVOT (sum(amount) FOR month IN ('jan', 'feb')) AS p (emp, j, f)",
    'sales',
    '',
    'sales.emp > emp; sales.amount > j; sales.amount > f',
    undefined,
    { decides: 'filter sales.month', told: '' },
  ],
  [
    'tsql',
    'SELECT emp, [jan], [feb] FROM (SELECT emp, month, amount FROM sales) s PIVOT (SUM(amount) FOR month IN ([jan], [feb])) p',
    'sales',
    '',
    'sales.emp > emp; sales.amount > jan; sales.amount > feb',
    undefined,
    { decides: 'filter sales.month', told: '' },
  ],
  [
    'duckdb',
    'PIVOT cities ON year USING sum(population) GROUP BY country',
    'cities',
    '',
    'cities.country > country; cities.population > <expr>',
    undefined,
    { decides: 'group cities.year', told: '' },
  ],
  [
    'tsql',
    'INSERT INTO t (vid, emp, orders) SELECT vid, emp, orders FROM (SELECT vid, e1, e2 FROM pvt) p UNPIVOT (orders FOR emp IN (e1, e2)) u',
    'pvt',
    't',
    'pvt.vid > vid; pvt.e1 > emp; pvt.e2 > emp; pvt.e1 > orders; pvt.e2 > orders',
    undefined,
    quiet,
  ],
  // a star through common tables, with and without the columns of the table
  [
    'mysql',
    'INSERT INTO t WITH c AS (SELECT * FROM s), d AS (SELECT c.*, UPPER(n) AS u FROM c) SELECT * FROM d',
    's',
    't',
    's.id > id; s.n > n; s.n > u',
    { s: ['id', 'n'] },
    quiet,
  ],
  ['spark', 'INSERT INTO t WITH c AS (SELECT * FROM s) SELECT c.id, c.n AS m FROM c', 's', 't', 's.id > id; s.n > m', undefined, quiet],
  [
    'bigquery',
    'CREATE TABLE d.t AS SELECT * EXCEPT (pwd), STRUCT(a AS p, b AS q) AS st FROM d.s',
    'd.s',
    'd.t',
    'd.s.* > *; d.s.a > st; d.s.b > st',
    undefined,
    { told: 'star d.s.*' },
  ],
  // correlated sub-queries and LATERAL
  [
    'postgres',
    'INSERT INTO t (a, b) SELECT x.id, (SELECT max(y.v) FROM y WHERE y.id = x.id AND y.k = x.k) FROM x WHERE EXISTS (SELECT 1 FROM z WHERE z.id = x.id)',
    'x, y, z',
    't',
    'x.id > a; y.v > b',
    undefined,
    { decides: 'filter y.id; filter x.id; filter y.k; filter x.k; filter z.id', told: '' },
  ],
  [
    'tsql',
    'INSERT INTO t (id, m) SELECT a.id, l.m FROM a OUTER APPLY (SELECT TOP 1 b.v AS m FROM b WHERE b.id = a.id ORDER BY b.ts) l',
    'a, b',
    't',
    'a.id > id; b.v > m',
    undefined,
    { decides: 'filter b.id; filter a.id; sort b.ts', told: '' },
  ],
];
