import { describe, expect, it } from 'vitest';
import { dm, dmBy, type DmConnection, type DmDriver } from './dm.ts';
import { oracleBy, type OracleDriver } from './oracle.ts';
import { allRows, connectionTo, failure, harvested, recording, request } from './test-recorded.ts';

/** A driver that answers from a recording, and writes down what it was asked. */
function fake(driver: 'oracle' | 'dm', rules: { login?: () => void } = {}) {
  const answer = recording(driver);
  const asked: string[] = [];
  const logins: Record<string, unknown>[] = [];
  let hanging: { reject(error: Error): void } | null = null;
  const interrupt = () => hanging?.reject(new Error(driver === 'oracle' ? 'ORA-01013: user requested cancel' : '[-6609]执行被中断'));
  const connection = {
    callTimeout: 0,
    async execute(
      sql: string,
      params: unknown[] = [],
      options: { resultSet?: boolean; fetchTypeHandler?: (meta: unknown) => unknown } = {},
    ) {
      asked.push(sql);
      if (/sp_cancel_session_operation/.test(sql)) {
        interrupt();
        return {};
      }
      if (/^(alter session|set )/.test(sql)) return {};
      if (/^(update|delete)/.test(sql)) return { rowsAffected: 3 };
      if (sql === 'select slow from dual') return new Promise((_resolve, reject) => (hanging = { reject }));
      if (sql === 'select broken')
        throw new Error(driver === 'oracle' ? 'ORA-00942: table or view does not exist' : '[-2106]:无效的表或视图名[X]');
      const found = answer(sql);
      expect(params.every((param) => param === 'HR')).toBe(true);
      let rest = [...found.rows];
      const resultSet = {
        getRows: async (most: number) => {
          const rows = rest.slice(0, most);
          rest = rest.slice(most);
          return rows;
        },
        close: async () => void asked.push('close result'),
      };
      return options.resultSet ? { metaData: found.columns, resultSet } : { metaData: found.columns, rows: found.rows };
    },
    break: async () => interrupt(),
    commit: async () => void asked.push('commit'),
    rollback: async () => void asked.push('rollback'),
    close: async () => void asked.push('close'),
  };
  const module = {
    OUT_FORMAT_ARRAY: 4001,
    STRING: 2001,
    NUMBER: 2010,
    DATE: 2014,
    CLOB: 2017,
    fetchAsString: [] as number[],
    async getConnection(attributes: Record<string, unknown>) {
      logins.push(attributes);
      rules.login?.();
      return connection;
    },
  };
  const adapter =
    driver === 'oracle'
      ? oracleBy(async () => module as unknown as OracleDriver)
      : dmBy(async () => module as unknown as DmDriver & { c: DmConnection });
  return { adapter, asked, logins };
}

describe.each(['oracle', 'dm'] as const)('%s by its recorded dictionary', (driver) => {
  const to = connectionTo(1521, { sid: 'ORCL' });

  it('harvests tables, views, keys, indexes, comments and routines in a handful of statements', async () => {
    const { adapter, asked } = fake(driver);
    const { tables, routines, batches } = await harvested(adapter, to);
    expect(batches[0]).toMatchObject({ total: 3, schemas: ['HR'], seesAllSchemas: false });
    expect(tables.map(({ schema, name, kind }) => [schema, name, kind])).toEqual([
      ['HR', 'EMPLOYEES', 'table'],
      ['HR', 'SALES', 'partitioned'],
      ['HR', 'EMP_V', 'view'],
    ]);
    expect(tables[0]).toMatchObject({
      comment: '员工',
      rowEstimate: 107,
      sizeBytes: 65536,
      indexes: [{ name: 'EMP_NAME_IX', isUnique: false, columns: ['NAME', 'SALARY'] }],
    });
    expect(tables[0]!.columns).toMatchObject([
      { name: 'EMPLOYEE_ID', isKey: true, isNullable: false, type: 'number', precision: '6', scale: '0', comment: '工号', length: null },
      { name: 'NAME', type: 'varchar2', length: '60', defaultText: `'无'`, comment: null },
      { name: 'SALARY', precision: '18', scale: '2', isNullable: true },
      { name: 'HIRED', type: 'timestamp' },
      { name: 'DEPT_ID' },
    ]);
    expect(tables[0]!.keys).toEqual([
      { name: 'EMP_DEPT_FK', kind: 'foreign', columns: ['DEPT_ID'], refTable: 'HR.DEPARTMENTS', refColumns: ['ID'] },
      { name: 'EMP_PK', kind: 'primary', columns: ['EMPLOYEE_ID'], refTable: null, refColumns: [] },
      { name: 'EMP_NAME_UK', kind: 'unique', columns: ['NAME'], refTable: null, refColumns: [] },
    ]);
    // a renamed table is the same one by its number; positions move when a column is dropped, so columns are known by their names
    const identities = asked.filter((sql) => sql.includes('all_objects'));
    expect(identities).toHaveLength(driver === 'oracle' ? 1 : 0);
    if (driver === 'oracle') {
      expect(identities[0]).toContain("object_id || ':' || to_char(created, 'YYYYMMDDHH24MISS')");
      expect(tables.map(({ identity, hasMovingPositions }) => [identity, hasMovingPositions])).toEqual([
        ['7311:20240101080000', true],
        ['7312:20240101080100', true],
        [undefined, undefined],
      ]);
    }
    expect(tables[2]!.viewSql).toBe('select employee_id, name from employees');
    expect(routines.map(({ kind, name, signature }) => [kind, name, signature])).toEqual([
      ['function', 'ADD_TAX', ''],
      ['package', 'PAY', ''],
      ['package', 'PAY', 'body'],
    ]);
    expect(routines[0]!.body).toBe('function add_tax(a number) return number is\nbegin return a * 1.13; end;\n');
    expect(asked.filter((sql) => /^select/.test(sql)).length).toBeLessThanOrEqual(12);
    expect((await harvested(fake(driver).adapter, to, ['HR.S*'])).tables.map((table) => table.name)).toEqual(['SALES']);
  });

  it('is probed, with a word about accounts that may do too much', async () => {
    const probe = await fake(driver).adapter.probe(to);
    expect(probe).toMatchObject({ tables: 3, schemas: ['HR'], tls: false });
    expect(probe.version).toMatch(/19\.0|DM Database Server/);
    expect(probe.warnings).toHaveLength(1);
  });

  it('reads in a reading transaction, exact, and undoes it', async () => {
    const { adapter, asked } = fake(driver);
    const pool = adapter.pool(to);
    const result = await pool.open(request('select * from employees', { searchPath: ['HR'] }));
    expect(result.columns.map(({ name, kind }) => [name, kind])).toEqual([
      ['ID', 'number'],
      ['NAME', 'text'],
      ['PHOTO', 'binary'],
    ]);
    expect(await allRows(result, 1)).toEqual([
      ['12345678901234567890.12', '甲', '\\x00ff'],
      [null, '乙', null],
    ]);
    expect(asked).toContain('set transaction read only');
    expect(asked.find((sql) => /current_schema|^set schema/.test(sql))).toContain('"HR"');
    expect(asked.at(-1)).toBe('rollback');
    await pool.close();
    expect(asked.at(-1)).toBe('close');
  });

  it('is cancelled by its caller and by the limit', async () => {
    const { adapter } = fake(driver);
    const pool = adapter.pool(to);
    expect(await failure(pool.open(request('select slow from dual', { timeoutMs: 100 })))).toMatchObject({ kind: 'timeout' });
    const leaving = new AbortController();
    const left = failure(pool.open(request('select slow from dual', { signal: leaving.signal })));
    setTimeout(() => leaving.abort(), 50);
    expect(await left).toMatchObject({ kind: 'cancelled' });
    await pool.close();
  });

  it('writes in one transaction, undone unless it is to stay', async () => {
    for (const commit of [false, true]) {
      const { adapter, asked } = fake(driver);
      const write = { texts: ['update a', 'delete b'], searchPath: [], timeoutMs: 5000, signal: new AbortController().signal, commit };
      expect((await adapter.pool(to).write(write)).counts).toEqual([3, 3]);
      expect(asked.includes('commit')).toBe(commit);
      expect(asked.includes('rollback')).toBe(!commit);
    }
    const { adapter, asked } = fake(driver);
    const write = {
      texts: ['update a', 'select broken'],
      searchPath: [],
      timeoutMs: 5000,
      signal: new AbortController().signal,
      commit: true,
    };
    expect(await failure(adapter.pool(to).write(write))).toMatchObject({
      kind: 'statement',
      index: 1,
      message: expect.stringContaining('表不存在'),
    });
    expect(asked).not.toContain('commit');
  });

  it('goes to the checked address alone', async () => {
    const { adapter, logins } = fake(driver);
    await adapter.probe(to);
    expect(JSON.stringify(logins[0])).toContain('127.0.0.1');
    expect(await failure(adapter.probe({ ...to, host: '169.254.169.254' }))).toMatchObject({ kind: 'unreachable' });
    expect(await failure(adapter.probe({ ...to, host: 'metadata.google.internal' }))).toMatchObject({ kind: 'unreachable' });
    expect(logins).toHaveLength(1);
  });
});

describe('what differs', () => {
  const to = connectionTo(1521, { sid: 'ORCL' });
  const failing = (message: string) =>
    fake('oracle', {
      login: () => {
        throw new Error(message);
      },
    }).adapter;

  it('Oracle: 11g, a wrong password, a name that is a SID', async () => {
    const old = await failure(
      failing('NJS-138: connections to this database server version are not supported by node-oracledb in Thin mode').probe(to),
    );
    expect(old.message).toContain('12.1 及以上');
    expect((await failure(failing('ORA-01017: invalid credential or not authorized; logon denied').probe(to))).message).toContain(
      '用户名或密码错误',
    );
    let tries = 0;
    const { adapter, logins } = fake('oracle', {
      login: () => {
        if (tries++ === 0)
          throw new Error('NJS-518: cannot connect to Oracle Database. Service "ORCL" is not registered with the listener');
      },
    });
    await adapter.probe(to);
    expect(logins.map(({ connectString }) => /\((SERVICE_NAME|SID)=ORCL\)/.exec(String(connectString))?.[1])).toEqual([
      'SERVICE_NAME',
      'SID',
    ]);
    expect(await failure(fake('oracle').adapter.probe({ ...to, sid: 'a)(HOST=evil' }))).toMatchObject({ kind: 'unreachable' });
  });

  it('Oracle: encrypted connections name the protocol', async () => {
    const { adapter, logins } = fake('oracle');
    await adapter.probe({ ...to, sslMode: 'verify', host: 'localhost' });
    expect(String(logins[0]!['connectString'])).toMatch(/PROTOCOL=tcps.*HOST=localhost.*SSL_SERVER_DN_MATCH=ON/);
  });

  it('达梦: without its driver the page says how to install it', async () => {
    const error = await failure(dm.probe(connectionTo(5236)));
    expect(error).toMatchObject({ kind: 'driver', message: expect.stringContaining('npm install --prefix drivers dmdb') });
  });

  it('达梦: a wrong password', async () => {
    const { adapter } = fake('dm', {
      login: () => {
        throw Object.assign(new Error('用户名或密码错误'), { errCode: -2501 });
      },
    });
    expect((await failure(adapter.probe(to))).message).toContain('用户名或密码错误');
  });
});
