import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { exactText, makeExact, withScale } from './mssql-exact.ts';
import { mssqlBy, type MssqlDriver } from './mssql.ts';
import { allRows, connectionTo, failure, harvested, recording, request } from './test-recorded.ts';

/** The driver's classes as far as they are used, answering from a recording. */
function fake(rules: { connect?: (config: Record<string, unknown>) => void } = {}) {
  const answer = recording('mssql');
  const asked: string[] = [];
  const configs: Record<string, unknown>[] = [];
  const failed = (words: { number?: number; message: string; code?: string }) => Object.assign(new Error(words.message), words);
  class ConnectionPool extends EventEmitter {
    readonly config: Record<string, unknown>;
    constructor(config: Record<string, unknown>) {
      super();
      this.config = config;
      configs.push(config);
    }
    async connect() {
      rules.connect?.(this.config);
      return this;
    }
    async close() {
      asked.push('close');
    }
  }
  class Transaction extends EventEmitter {
    begin = async () => void asked.push('begin');
    commit = async () => void asked.push('commit');
    rollback = async () => void asked.push('rollback');
  }
  class Request extends EventEmitter {
    arrayRowMode = false;
    stream = false;
    isPaused = false;
    #stop: (() => void) | null = null;
    input() {
      return this;
    }
    pause() {
      this.isPaused = true;
      asked.push('pause');
    }
    resume() {
      if (this.isPaused) asked.push('resume');
      this.isPaused = false;
    }
    cancel() {
      asked.push('cancel');
      this.#stop?.();
    }
    async batch(text: string) {
      asked.push(text);
    }
    async query(text: string) {
      asked.push(text);
      if (this.stream) return void this.#events(text);
      if (text === 'select broken') throw failed({ number: 208, message: "Invalid object name 'broken'." });
      if (/^(update|delete)/.test(text)) return { rowsAffected: [2, 1] };
      const found = answer(text);
      if (found.error) throw failed(found.error);
      return { recordset: found.rows };
    }
    async #events(text: string) {
      await new Promise((go) => setImmediate(go));
      if (text === 'select slow' || text === 'select many') {
        this.#stop = () => {
          this.emit('error', failed({ code: 'ECANCEL', message: 'Canceled.' }));
          this.emit('done', {});
        };
        if (text === 'select slow') return;
        this.emit('recordset', [{ name: 'n', type: { declaration: 'int' } }]);
        for (let n = 0; n < 5000 && !this.isPaused; n++) this.emit('row', [n]);
        return;
      }
      if (text.startsWith('select broken')) {
        this.emit('error', failed({ number: 207, message: "Invalid column name 'x'.", lineNumber: 2 } as never));
        return void this.emit('done', {});
      }
      const { columns, rows } = answer(text);
      this.emit(
        'recordset',
        columns.map(({ name, type }) => ({ name, type: { declaration: type } })),
      );
      for (const row of rows) this.emit('row', row);
      this.emit('done', {});
    }
  }
  const driver = { ConnectionPool, Transaction, Request, ISOLATION_LEVEL: { READ_COMMITTED: 2 } };
  return { adapter: mssqlBy(async () => driver as unknown as MssqlDriver), asked, configs };
}
const to = connectionTo(1433);

describe('SQL Server by its recorded catalogue', () => {
  it('harvests in a few statements, also for an account that may not see sizes', async () => {
    const { adapter, asked } = fake();
    const { tables, routines, batches } = await harvested(adapter, to);
    expect(batches[0]).toMatchObject({ total: 3, schemas: ['dbo'] });
    expect(tables.map(({ name, kind, rowEstimate }) => [name, kind, rowEstimate])).toEqual([
      ['big_orders', 'view', null],
      ['customer', 'table', 12],
      ['orders', 'partitioned', 9000],
    ]);
    // by its number a renamed table is the same one, and its columns by theirs
    expect(tables.map(({ identity }) => identity)).toEqual([undefined, '5:101:2024-01-01T08:00:00', '5:102:2024-01-01T08:00:01']);
    expect(tables[1]!.hasMovingPositions).toBe(false);
    const [identities] = asked.filter((sql) => sql.includes('create_date'));
    expect(identities).toContain('o.object_id');
    expect(identities).toContain("o.type in ('U', 'V') and o.schema_id = schema_id(@p1)");
    expect(tables[0]!.viewSql).toBe('SELECT id FROM dbo.orders WHERE amount > 1000');
    expect(tables[1]!.columns).toMatchObject([
      { name: 'id', isKey: true, isNullable: false, comment: '编号', precision: null },
      { name: 'name', type: 'nvarchar', length: '50', defaultText: `(N'无')` },
      { name: 'balance', precision: '18', scale: '2' },
      { name: 'note', type: 'varchar', length: 'max' },
    ]);
    expect(tables[2]).toMatchObject({
      keys: [{ kind: 'foreign', columns: ['customer_id'], refTable: 'dbo.customer', refColumns: ['id'] }],
      indexes: [{ name: 'ix_customer', isUnique: false, columns: ['customer_id'], method: 'nonclustered' }],
    });
    expect(routines).toMatchObject([{ name: 'add_tax', kind: 'function' }]);
    expect(asked.filter((sql) => /^select/.test(sql)).length).toBeLessThanOrEqual(9);
  });

  it('is probed, asks for a reading replica, and says what the account may do', async () => {
    const { adapter, configs } = fake();
    expect(await adapter.probe(to)).toMatchObject({
      version: 'SQL Server 16.0.1000.6',
      database: 'warehouse',
      tls: true,
      tables: 3,
      readable: 2,
      warnings: [expect.stringContaining('可以修改数据')],
    });
    expect(configs[0]).toMatchObject({ server: '127.0.0.1', options: { readOnlyIntent: true, encrypt: false, useUTC: true } });
  });

  it('reads inside a transaction that is undone, exact', async () => {
    const { adapter, asked } = fake();
    const pool = adapter.pool(to);
    const result = await pool.open(request('select * from customer where id = @p1', { params: [1] }));
    expect(result.columns.map(({ kind }) => kind)).toEqual(['number', 'text', 'time', 'binary']);
    expect(await allRows(result, 1)).toEqual([
      ['9007199254740993', '甲', '2026-01-02T03:04:05', '\\x00ff'],
      [null, '乙', null, null],
    ]);
    expect(asked.filter((word) => ['begin', 'rollback', 'commit'].includes(word))).toEqual(['begin', 'rollback']);
    await pool.close();
  });

  it('holds the server back when nobody reads', async () => {
    const { adapter, asked } = fake();
    const pool = adapter.pool(to);
    const result = await pool.open(request('select many'));
    expect(await result.read(10)).toHaveLength(10);
    expect(asked.filter((word) => word === 'pause')).toHaveLength(1);
    await result.close();
    expect(asked).toContain('cancel');
    await pool.close();
  });

  it('is cancelled by its caller and by the limit', async () => {
    const { adapter } = fake();
    const pool = adapter.pool(to);
    expect(await failure(pool.open(request('select slow', { timeoutMs: 100 })))).toMatchObject({ kind: 'timeout' });
    const leaving = new AbortController();
    const left = failure(pool.open(request('select slow', { signal: leaving.signal })));
    setTimeout(() => leaving.abort(), 50);
    expect(await left).toMatchObject({ kind: 'cancelled' });
    await pool.close();
  });

  it('writes in one transaction, undone unless it is to stay', async () => {
    for (const commit of [false, true]) {
      const { adapter, asked } = fake();
      const write = { texts: ['update a', 'delete b'], searchPath: [], timeoutMs: 5000, signal: new AbortController().signal, commit };
      expect((await adapter.pool(to).write(write)).counts).toEqual([3, 3]);
      expect(asked.includes('commit')).toBe(commit);
    }
    const { adapter, asked } = fake();
    const write = {
      texts: ['update a', 'select broken'],
      searchPath: [],
      timeoutMs: 5000,
      signal: new AbortController().signal,
      commit: true,
    };
    expect(await failure(adapter.pool(to).write(write))).toMatchObject({ message: '表不存在', index: 1 });
    expect(asked).not.toContain('commit');
  });

  it('says what is wrong, tries without encryption when it may, and goes to the checked address alone', async () => {
    const { adapter } = fake();
    expect(await failure(adapter.pool(to).open(request('select broken,\n x from t')))).toMatchObject({ message: '字段不存在', offset: 15 });
    const login = fake({
      connect: () => {
        throw Object.assign(new Error("Login failed for user 'reader'."), { code: 'ELOGIN', number: 18456 });
      },
    });
    expect((await failure(login.adapter.probe(to))).message).toContain('用户名或密码错误');
    const plain = fake({
      connect: ({ options }) => {
        if ((options as { encrypt: boolean }).encrypt) throw new Error('Server does not support encryption');
      },
    });
    await plain.adapter.probe({ ...to, sslMode: 'prefer' });
    expect(plain.configs.map(({ options }) => (options as { encrypt: boolean }).encrypt)).toEqual([true, false]);
    expect((await failure(plain.adapter.probe({ ...to, sslMode: 'require' }))).kind).not.toBe('denied');
    expect(await failure(adapter.probe({ ...to, host: '169.254.169.254' }))).toMatchObject({ kind: 'unreachable' });
  });
});

describe('decimals of SQL Server', () => {
  // [MS-TDS] 2.2.5.5.1.5: sign, then the digits as a little-endian number
  const decimal = (digits: bigint, sign: 0 | 1): Buffer => {
    const bytes = Buffer.alloc(16);
    for (let n = 0, rest = digits; n < 16; n++, rest >>= 8n) bytes[n] = Number(rest & 255n);
    return Buffer.concat([Buffer.from([17, sign]), bytes]);
  };

  it('come as the text that the wire means', () => {
    const scale = { type: { name: 'NumericN' }, scale: 10 };
    expect(exactText(decimal(123456789012345678901234567890n, 1), 0, scale)).toBe('12345678901234567890.1234567890');
    expect(exactText(decimal(5n, 0), 0, scale)).toBe('-0.0000000005');
    expect(exactText(Buffer.from([0]), 0, scale)).toBeNull();
    const money = Buffer.alloc(9);
    money.writeUInt8(8, 0);
    money.writeInt32LE(-1, 1);
    money.writeUInt32LE(0xffff_fffe, 5);
    expect(exactText(money, 0, { type: { name: 'MoneyN' } })).toBe('-0.0002');
    expect(withScale(-12345n, 0)).toBe('-12345');
  });

  it('are read so by the driver itself', () => {
    makeExact();
    const load = createRequire(createRequire(import.meta.url).resolve('mssql'));
    const parser = load('tedious/lib/value-parser') as {
      readValue(b: Buffer, o: number, m: unknown, p: unknown): { value: unknown; offset: number };
    };
    const metadata = { type: { name: 'DecimalN' }, precision: 38, scale: 2, dataLength: 17 };
    expect(parser.readValue(decimal(9007199254740993n, 1), 0, metadata, {})).toMatchObject({ value: '90071992547409.93', offset: 18 });
    expect(() => parser.readValue(decimal(1n, 1).subarray(0, 5), 0, metadata, {})).toThrow();
  });
});
