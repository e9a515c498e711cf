import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { until } from '#kit/test/until.ts';
import type {
  ResultColumn,
  Connection,
  HarvestBatch,
  HarvestedTable,
  HarvestScope,
  ReadRequest,
  SourceAdapter,
  SourceError,
  SourcePool,
} from './types.ts';

type Feature = 'comments' | 'foreignKeys' | 'indexes' | 'viewText' | 'routines' | 'passwords' | 'rights' | 'write' | 'params';

/**
 * One kind of source under test. Its database holds, made by the test file before:
 *
 *     customer(id integer primary key, name text not null, phone text, balance decimal(18,2)) with the comments 客户 and 客户名称 (name)
 *       and the rows (1, '甲😀', '13800000001', 5.50), (2, '乙', null, null)
 *     orders(id bigint primary key, customer_id → customer.id, amount decimal(12,2)) with the index idx_orders_customer on customer_id
 *     big_orders, a view over orders where amount > 1000
 *     销售明细(编号 integer, 金额 decimal(12,2)), empty
 *     tmp_a(id integer), empty
 *     a function add_tax when routines are a feature
 */
export interface Subject {
  readonly adapter: () => Promise<SourceAdapter>;
  /** a reading account */
  readonly connection: () => Connection;
  /** schema that holds the tables */
  readonly schema: () => string;
  /** what to look unqualified names up in */
  readonly searchPath: () => readonly string[];
  readonly features: readonly Feature[];
  /** an expression of the source, what it must come out as, and of which kind the column is */
  readonly values: readonly (readonly [expression: string, value: unknown, kind: ResultColumn['kind']])[];
  /** a statement with `n` rows: a number from 1, and a text of 1000 characters */
  readonly numbers: (n: number) => string;
  /** a statement that runs at least 30 seconds */
  readonly slow: string;
  /** texts of the statements that run at the source now; null when the kind has no process list */
  readonly running: (() => Promise<readonly string[]>) | null;
  /** the placeholder of the first value */
  readonly placeholder?: string;
  /** an account that may write, when `write` is a feature; a change there must be there after a commit alone */
  readonly owner?: () => Connection;
  /** what the balance 5.50 comes as when the kind has no decimal numbers */
  readonly balance?: unknown;
  /** rows of orders as the owner sees them */
  readonly countOrders?: () => Promise<number>;
}

const limits = { params: [], timeoutMs: 20_000 } as const;
const never = (): AbortSignal => new AbortController().signal;

/** What every adapter promises, held against a live source. `name` heads the tests. */
export function conformance(name: string, subject: Subject): void {
  const has = (feature: Feature): boolean => subject.features.includes(feature);
  const withPool = async <T>(work: (pool: SourcePool) => Promise<T>, connection = subject.connection()): Promise<T> => {
    const pool = (await subject.adapter()).pool(connection);
    try {
      return await work(pool);
    } finally {
      await pool.close();
    }
  };
  const request = (text: string, over: Partial<ReadRequest> = {}): ReadRequest => ({
    ...limits,
    signal: never(),
    text,
    searchPath: subject.searchPath(),
    ...over,
  });
  const all = (text: string, over: Partial<ReadRequest> = {}) =>
    withPool(async (pool) => {
      const result = await pool.open(request(text, over));
      const rows: unknown[][] = [];
      for (;;) {
        const batch = await result.read(1000);
        if (batch.length === 0) break;
        rows.push(...batch);
      }
      await result.close();
      return { columns: result.columns, rows };
    });
  const failure = async (work: Promise<unknown>): Promise<SourceError> => {
    const error: unknown = await work.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ name: 'SourceError' });
    return error as SourceError;
  };
  const harvested = async (scope: Partial<HarvestScope> = {}) => {
    const tables: HarvestedTable[] = [];
    const routines: HarvestBatch['routines'][number][] = [];
    const adapter = await subject.adapter();
    let last: HarvestBatch | null = null;
    for await (const batch of adapter.harvest(subject.connection(), { schemas: [], include: [], exclude: [], ...scope }, never())) {
      tables.push(...batch.tables);
      routines.push(...batch.routines);
      last = batch;
    }
    const own = tables.filter((table) => table.schema === subject.schema());
    return { tables: own, routines, last, get: (table: string) => own.find((each) => each.name === table)! };
  };

  describe(`${name} keeps the promises of a source`, () => {
    it('is probed: version, tables, schemas, features', async () => {
      const found = await (await subject.adapter()).probe(subject.connection());
      expect(found.version).toMatch(/\d/);
      expect(found.tables).toBeGreaterThanOrEqual(5);
      expect(found.schemas).toContain(subject.schema());
      expect(found.warnings).toEqual([]);
      expect(found.features['cancel']).toBe(true);
    });

    it('harvests every relation once, with columns in order', async () => {
      const { tables, get, last } = await harvested();
      expect(tables.map((table) => table.name).toSorted()).toEqual(['big_orders', 'customer', 'orders', 'tmp_a', '销售明细'].toSorted());
      expect(last!.total).toBeGreaterThanOrEqual(5);
      const customer = get('customer');
      expect(customer).toMatchObject({ kind: 'table', isReadable: true, partitionCount: 0 });
      expect(customer.columns.map((column) => column.name)).toEqual(['id', 'name', 'phone', 'balance']);
      expect(customer.columns.map((column) => column.position)).toEqual([1, 2, 3, 4]);
      expect(customer.columns[3]).toMatchObject({ precision: '18', scale: '2' });
      expect(get('销售明细').columns.map((column) => column.name)).toEqual(['编号', '金额']);
      expect(get('big_orders').kind).toBe('view');
    });

    it('harvests twice alike', async () => {
      const strip = (tables: readonly HarvestedTable[]) => tables.map((table) => ({ ...table, rowEstimate: 0, sizeBytes: 0 }));
      expect(strip((await harvested()).tables)).toEqual(strip((await harvested()).tables));
    });

    it.runIf(has('comments'))('harvests comments, and null where there is none', async () => {
      const { get } = await harvested();
      expect(get('customer').comment).toBe('客户');
      expect(get('customer').columns.map((column) => column.comment)).toEqual([null, '客户名称', null, null]);
      expect(get('big_orders').comment).toBeNull();
    });

    it('harvests keys and what may be null', async () => {
      const { get } = await harvested();
      expect(get('customer').columns.map((column) => [column.isKey, column.isNullable])).toEqual([
        [true, false],
        [false, false],
        [false, true],
        [false, true],
      ]);
      expect(get('customer').keys.filter((key) => key.kind === 'primary')).toMatchObject([{ columns: ['id'] }]);
    });

    it.runIf(has('foreignKeys'))('harvests foreign keys with where they lead', async () => {
      const { get } = await harvested();
      expect(get('orders').keys.filter((key) => key.kind === 'foreign')).toMatchObject([
        { columns: ['customer_id'], refTable: `${subject.schema()}.customer`, refColumns: ['id'] },
      ]);
    });

    it.runIf(has('indexes'))('harvests indexes', async () => {
      const { get } = await harvested();
      expect(get('orders').indexes.find((index) => index.name === 'idx_orders_customer')).toMatchObject({
        isUnique: false,
        columns: ['customer_id'],
      });
    });

    it.runIf(has('viewText'))('harvests the text of views', async () => {
      const { get } = await harvested();
      expect(get('big_orders').viewSql?.toLowerCase()).toContain('1000');
      expect(get('orders').viewSql).toBeNull();
    });

    it.runIf(has('routines'))('harvests routines with their text', async () => {
      const { routines } = await harvested();
      expect(routines.find((routine) => routine.name === 'add_tax')).toMatchObject({ kind: 'function', schema: subject.schema() });
    });

    it('harvests what is in scope alone', async () => {
      const names = async (scope: Partial<HarvestScope>) => (await harvested(scope)).tables.map((table) => table.name).toSorted();
      expect(await names({ schemas: [subject.schema()], include: ['*order*'] })).toEqual(['big_orders', 'orders']);
      expect(await names({ exclude: ['tmp_*', `${subject.schema()}.big_*`] })).toEqual(['customer', 'orders', '销售明细'].toSorted());
      expect(await names({ include: ['no_such_schema.*'] })).toEqual([]);
    });

    it('ends a harvest when it is cancelled', async () => {
      const adapter = await subject.adapter();
      const gone = AbortSignal.abort(new Error('stop'));
      const run = async () => {
        for await (const batch of adapter.harvest(subject.connection(), { schemas: [], include: [], exclude: [] }, gone)) void batch;
      };
      await expect(run()).rejects.toThrow('stop');
    });

    it.each(subject.values)('reads %s exactly', async (expression, value, kind) => {
      const { columns, rows } = await all(`select ${expression} as v`);
      expect(columns).toMatchObject([{ name: 'v', kind }]);
      expect(rows).toEqual([[value]]);
    });

    it('reads null, Chinese and emoji', async () => {
      const { rows } = await all('select id, name, phone, balance from customer order by id');
      expect(rows.map((row) => [String(row[0]), ...row.slice(1)])).toEqual([
        ['1', '甲😀', '13800000001', subject.balance ?? '5.50'],
        ['2', '乙', null, null],
      ]);
    });

    it('knows the columns of an empty result', async () => {
      const { columns, rows } = await all('select id, name from customer where id < 0');
      expect(columns.map((column) => column.name)).toEqual(['id', 'name']);
      expect(rows).toEqual([]);
    });

    it.runIf(has('params'))('takes values apart from the text', async () => {
      const mark = subject.placeholder!;
      const sly = `乙' or '1'='1`;
      expect((await all(`select id from customer where name = ${mark}`, { params: [sly] })).rows).toEqual([]);
      expect((await all(`select name from customer where name = ${mark}`, { params: ['乙'] })).rows).toEqual([['乙']]);
    });

    it('runs one statement per message', async () => {
      await failure(all('select 1; select 2'));
      expect((await all('select count(*) as n from customer')).rows.map(([n]) => String(n))).toEqual(['2']);
    });

    it('stops after the rows that were asked for, and the connection is good afterwards', async () => {
      await withPool(async (pool) => {
        for (let i = 0; i < 3; i++) {
          const result = await pool.open(request(subject.numbers(300_000)));
          expect(await result.read(10)).toHaveLength(10);
          await result.close();
        }
        const result = await pool.open(request('select 1 as one'));
        expect((await result.read(10)).map(([one]) => String(one))).toEqual(['1']);
        expect(await result.read(10)).toEqual([]);
        await result.close();
      });
    });

    it('streams 300,000 rows of 1 kB in flat memory, even to a slow reader', { timeout: 60_000 }, async () => {
      await withPool(async (pool) => {
        const before = process.memoryUsage();
        const result = await pool.open(request(subject.numbers(300_000), { timeoutMs: 55_000 }));
        let count = 0;
        let peak = 0;
        let last: unknown;
        for (;;) {
          const batch = await result.read(2000);
          if (batch.length === 0) break;
          count += batch.length;
          last = batch.at(-1)![0];
          if (count % 60_000 === 0) await sleep(50);
          const { heapUsed, external } = process.memoryUsage();
          peak = Math.max(peak, heapUsed + external - before.heapUsed - before.external);
        }
        await result.close();
        expect([count, String(last)]).toEqual([300_000, '300000']);
        // buffered it would be 300 MB
        expect(peak / 1_048_576).toBeLessThan(120);
      });
    });

    it('ends a statement at its time limit', async () => {
      const started = performance.now();
      const error = await failure(all(subject.slow, { timeoutMs: 700 }));
      expect([error.kind, error.message]).toEqual(['timeout', '执行超过时间限制，已自动停止，请缩小查询范围']);
      // left alone it takes thirty seconds
      expect(performance.now() - started).toBeLessThan(10_000);
    });

    it('cancels a statement at once, at the source too', async () => {
      await withPool(async (pool) => {
        const stop = new AbortController();
        const open = failure(pool.open(request(subject.slow, { signal: stop.signal })));
        const text = subject.slow.slice(0, 30).toLowerCase();
        const running = async () => (await subject.running!()).filter((each) => each.toLowerCase().includes(text)).length;
        if (subject.running) await until(running, (n) => n > 0);
        else await sleep(300);
        const started = performance.now();
        stop.abort();
        expect((await open).kind).toBe('cancelled');
        // a second, and what a busy machine adds; left alone it takes thirty
        expect(performance.now() - started).toBeLessThan(5_000);
        if (subject.running) await until(running, (n) => n === 0, 5_000);
        const result = await pool.open(request('select 1 as one'));
        expect(await result.read(1)).toHaveLength(1);
        await result.close();
      });
    });

    it('leaves nothing running, whenever it is cancelled', async () => {
      if (!subject.running) return;
      await withPool(async (pool) => {
        const text = subject.slow.slice(0, 30).toLowerCase();
        // from before the connection is taken to after the statement was sent
        for (let ms = 0; ms < 12; ms++) {
          const stop = new AbortController();
          const open = failure(pool.open(request(subject.slow, { signal: stop.signal })));
          await sleep(ms / 2);
          stop.abort();
          expect((await open).kind).toBe('cancelled');
        }
        await until(
          async () => (await subject.running!()).filter((each) => each.toLowerCase().includes(text)).length,
          (n) => n === 0,
          5_000,
        );
      });
    });

    it('does not begin what was cancelled before', async () => {
      await withPool(async (pool) => {
        await expect(pool.open(request('select 1 as one', { signal: AbortSignal.abort(new Error('late')) }))).rejects.toThrow('late');
      });
    });

    it.each([
      ['select * from no_such_table_x', 'statement'],
      ['select no_such_column from customer', 'statement'],
      ['selec 1', 'statement'],
    ])('explains %s', async (text, kind) => {
      const error = await failure(all(text));
      expect([error.kind, /[一-龥]/.test(error.message)]).toEqual([kind, true]);
    });

    it('is used by several at once', async () => {
      await withPool(async (pool) => {
        const ask = async (n: number) => {
          // a dozen processes or connections may have to start for it
          const result = await pool.open(request(`select ${n} as n`, { timeoutMs: 50_000 }));
          const [row] = await result.read(1);
          await result.close();
          return Number(row![0]);
        };
        const wanted = Array.from({ length: 12 }, (_, i) => i);
        expect(await Promise.all(wanted.map(ask))).toEqual(wanted);
      });
    });

    it.runIf(has('passwords'))('says why it cannot connect, without the account', async () => {
      const adapter = await subject.adapter();
      const connection = subject.connection();
      const wrong = await failure(adapter.probe({ ...connection, password: 'wrong-Secret-9' }));
      expect([wrong.kind, wrong.message, wrong.raw]).toEqual(['unreachable', '用户名或密码错误，请检查数据源的连接信息', null]);
      const closed = await failure(adapter.probe({ ...connection, port: 1 }));
      expect([closed.kind, closed.message]).toEqual(['unreachable', '端口没有服务在监听，请检查主机和端口，并确认数据库已启动']);
      expect((await failure(adapter.probe({ ...connection, database: 'no_such_db_x' }))).kind).toBe('unreachable');
      expect((await failure(adapter.probe({ ...connection, host: 'no-such-host.invalid' }))).message).toContain('主机名无法解析');
      for (const host of ['169.254.169.254', '0.0.0.0', 'metadata.google.internal'])
        expect((await failure(adapter.probe({ ...connection, host }))).message).toContain('不允许');
    });

    it.runIf(has('rights'))('changes nothing on a reading connection', async () => {
      const error = await failure(all(`insert into orders (id, customer_id, amount) values (99, 1, 1)`));
      expect(['denied', 'statement']).toContain(error.kind);
      expect((await all('select count(*) as n from orders where id = 99')).rows.map(([n]) => Number(n))).toEqual([0]);
    });

    it.runIf(has('write'))('tries a change, undoes it, and keeps it only on commit', async () => {
      const { searchPath, owner, countOrders } = subject;
      const change = (commit: boolean, texts: readonly string[]) =>
        withPool((pool) => pool.write({ texts, commit, searchPath: searchPath(), timeoutMs: 20_000, signal: never() }), owner!());
      const before = await countOrders!();
      const insert = 'insert into orders (id, customer_id, amount) values (501, 1, 1), (502, 2, 2)';
      expect(
        (await change(false, [insert, 'update orders set amount = 2 where id in (501, 502)', 'delete from orders where id = 501'])).counts,
      ).toEqual([2, 2, 1]);
      expect(await countOrders!()).toBe(before);
      const failed = await failure(change(true, [insert, 'insert into orders (id, customer_id, amount) values (501, 1, 1)']));
      expect([failed.kind, failed.index, failed.message]).toEqual(['statement', 1, '数据违反了表的约束']);
      expect(await countOrders!()).toBe(before);
      expect((await change(true, [insert])).counts).toEqual([2]);
      expect(await countOrders!()).toBe(before + 2);
      await change(true, ['delete from orders where id in (501, 502)']);
      expect(await countOrders!()).toBe(before);
    });
  });
}
