import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { stopwatch } from '#kit/test/spent.ts';
import { has, isHarmless, operationsOf, pathWith, type Operation } from './operations.ts';

const app = startApp();
let operations: Operation[] = [];
beforeAll(async () => {
  operations = await operationsOf(app);
});

/** A call is slow when it keeps our processor busy for so long, or the database: the others on the machine make no call slow. */
const SLOW_MS = 1_500;
const SLEEPS_MS = 4_500;
function watch(): () => boolean {
  const spent = stopwatch();
  const started = performance.now();
  return () => spent() > SLOW_MS || performance.now() - started > SLEEPS_MS;
}
const lists = () => operations.filter((operation) => operation.method === 'GET' && has(operation, 'query', 'pageNum', 'sort'));

const SQL = [
  'id;select pg_sleep(5)--',
  '(select pg_sleep(5))',
  'id desc, (select 1)',
  "createTime' or '1'='1",
  'password_hash',
  'passwordHash',
  'createTime asc',
  '1',
  '-',
  '--',
  '__proto__',
  'constructor',
  'createTime,createTime;',
  'create_time',
  'createTime--',
  'a'.repeat(201),
  'case when 1=1 then 1 else 2 end',
  'id/**/desc',
  'ｉｄ',
  'id\u0000',
  '\u202eid',
  ...Array.from({ length: 180 }, (_, i) => `${["'", '"', '`', ';', ')', '(', '\\', '%', '/*', '||'][i % 10]}x${i}`),
];

describe('what a list accepts', () => {
  it('sorts by listed fields only, whatever is asked for', { timeout: 300_000 }, async () => {
    const wrong: string[] = [];
    for (const [at, operation] of lists().entries())
      for (const [n, payload] of SQL.entries()) {
        // every list gets the first twenty, the long tail is spread over them
        if (n >= 21 && n % lists().length !== at) continue;
        const isSlow = watch();
        const { status, error } = await app.admin('GET', `${pathWith(operation, '1')}?sort=${encodeURIComponent(payload)}`);
        if (isSlow()) wrong.push(`${operation.id} slow for ${payload}`);
        if (has(operation, 'query', 'sort') ? status !== 400 && status !== 404 : status >= 500)
          wrong.push(`${operation.id} ${status} ${error} ${payload}`);
      }
    expect(wrong).toEqual([]);
  });

  it('parameters of the family that carried SQL change nothing', { timeout: 180_000 }, async () => {
    const wrong: string[] = [];
    for (const operation of lists()) {
      const path = pathWith(operation, '1');
      const plain = await app.admin('GET', path);
      for (const extra of [
        'params[dataScope]=or%201=1',
        'params.dataScope=x',
        'dataScope=9',
        'orderByColumn=id;drop',
        'isAsc=desc;--',
        'params=%7B%7D',
      ]) {
        const answer = await app.admin('GET', `${path}?${extra}`);
        // dataScope is an honest field of roles: there it is refused as a wrong value
        const isSame = answer.status === plain.status && answer.data?.total === plain.data?.total;
        if (!isSame && !(answer.status === 400 && operation.template.startsWith('/system/roles')))
          wrong.push(`${operation.id} ${extra} ${answer.status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('asks for at most 200 rows and a sensible page', { timeout: 180_000 }, async () => {
    const wrong: string[] = [];
    for (const operation of lists())
      for (const query of [
        'pageSize=201',
        'limit=100000',
        'pageSize=-1',
        'pageSize=1e9',
        'pageNum=0',
        'pageNum=99999999',
        'pageSize=NaN',
        'pageSize[]=1',
      ]) {
        const { status } = await app.admin('GET', `${pathWith(operation, '1')}?${query}`);
        if (has(operation, 'query', 'pageSize') && query !== 'pageSize[]=1' ? status !== 400 && status !== 404 : status >= 500)
          wrong.push(`${operation.id} ${query} ${status}`);
      }
    expect(wrong).toEqual([]);
  });

  it('a search text of any length or form is slow nowhere', { timeout: 300_000 }, async () => {
    const texts = [
      `${'a'.repeat(30_000)}!`,
      '%'.repeat(5_000),
      `${'\\'.repeat(3_000)}`,
      `${'1'.repeat(20_000)}@`,
      "'".repeat(500),
      '\u0000',
      '\ud800',
    ];
    const wrong: string[] = [];
    for (const operation of operations.filter((one) => one.method === 'GET' && isHarmless(one)))
      for (const { name, in: where } of operation.parameters) {
        if (where !== 'query') continue;
        for (const text of texts) {
          const isSlow = watch();
          const value = text === '\ud800' ? '%ED%A0%80' : encodeURIComponent(text);
          const { status, error } = await app.admin('GET', `${pathWith(operation, '1')}?${name}=${value}`);
          if (status >= 500 || isSlow()) wrong.push(`${operation.id} ${name}=${text.slice(0, 5)}… ${status} ${error}`);
        }
      }
    expect(wrong).toEqual([]);
  });
});

describe('what a path accepts', () => {
  it('ids of another form are 400 or 404, never an error of ours', { timeout: 300_000 }, async () => {
    const ids = [
      '1 or 1=1',
      "1'",
      '1;select 1',
      `${10n ** 30n}${'0'.repeat(10)}`,
      '-1',
      '../1',
      '%2e%2e',
      '1%00',
      'ID',
      '１',
      '1,2;3',
      '{}',
      '$ne',
      '0x10',
      ' ',
    ];
    const wrong: string[] = [];
    for (const operation of operations.filter((one) => one.parameters.some(({ in: where }) => where === 'path') && isHarmless(one)))
      for (const id of ids) {
        const body = operation.method === 'POST' || operation.method === 'PUT' ? {} : undefined;
        const { status, error } = await app.admin(operation.method, pathWith(operation, id), body);
        if (status < 400 && !/key|code|fileView|draft|name/i.test(operation.template))
          wrong.push(`${operation.method} ${operation.template} ${id} ${status}`);
        if (status >= 500) wrong.push(`${operation.method} ${operation.template} ${id} ${status} ${error}`);
      }
    expect(wrong).toEqual([]);
  });

  it('a batch has at most 500 ids, each of the right form, and is done whole or not at all', async () => {
    const many = Array.from({ length: 501 }, (_, i) => String(i + 1)).join(',');
    for (const operation of operations.filter((one) => one.template.endsWith('/batch/{ids}'))) {
      const withIds = (ids: string) => {
        const template = operation.template.replace('{ids}', encodeURIComponent(ids).replaceAll('%2C', ','));
        return app.admin('DELETE', pathWith({ ...operation, template }, '4242424242'));
      };
      for (const ids of [many, "1,2');--", '1,,2', ',', '1,2,x y'])
        expect((await withIds(ids)).status, `${operation.template} ${ids.slice(0, 9)}`).toBe(400);
      expect((await withIds('4242424242,4242424243')).status, operation.template).toBe(404);
    }
  });

  it('a dictionary is found by its code and nothing else', async () => {
    for (const code of ['sys_user,username,password_hash', 'sys_user', "x' union select 1--", 'sys_user where 1=1']) {
      const { status, data } = await app.admin('GET', `/system/dicts/code/${encodeURIComponent(code)}`);
      expect([
        [200, []],
        [400, expect.anything()],
        [400, null],
      ]).toContainEqual([status, data]);
    }
  });
});

describe('what a body accepts', () => {
  it('names of the prototype neither pollute nor break anything', { timeout: 300_000 }, async () => {
    const poison = '{"__proto__":{"polluted":"1"},"constructor":{"prototype":{"polluted":"1"}},"a":{"__proto__":{"polluted":"1"}}}';
    const wrong: string[] = [];
    for (const operation of operations.filter(isHarmless)) {
      const path = pathWith(operation, '1');
      const query = '__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__][polluted]=1&__proto__=1&toString=1';
      const { status, error } =
        operation.method === 'GET' || operation.method === 'DELETE'
          ? await app.admin(operation.method, `${path}?${query}`)
          : await app.admin(operation.method, `${path}?${query}`, poison, { 'content-type': 'application/json' });
      if (status >= 500) wrong.push(`${operation.method} ${operation.template} ${status} ${error}`);
    }
    expect(wrong).toEqual([]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('bodies that are too large, too deep or no JSON are refused before a handler runs', { timeout: 180_000 }, async () => {
    const large = JSON.stringify({ postName: 'x'.repeat(1_100_000) });
    expect(await app.admin('POST', '/system/posts', large, { 'content-type': 'application/json' })).toMatchObject({
      status: 413,
      error: 'input.tooLarge',
    });
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const list = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;
    for (const text of [deep, list, '{', '"', 'null', '[]', '1', '', '{"a":1}{"b":2}', '\u0000']) {
      const answer = await app.admin('POST', '/system/posts', text, { 'content-type': 'application/json' });
      expect(answer.status, text.slice(0, 10)).toBe(400);
    }
    expect((await app.admin('POST', '/system/posts', 'a=b', { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('wrong kinds of values in every field of every body are 400, never an error of ours', { timeout: 240_000 }, async () => {
    const wrong: string[] = [];
    const values = [
      null,
      1e308,
      -1,
      true,
      '',
      'x\u0000y',
      '\ud800',
      [],
      {},
      [null],
      { $ne: 1 },
      'x'.repeat(100_000),
      '2026-13-45',
      '9'.repeat(40),
    ];
    for (const operation of operations.filter((one) => one.body && one.isJson && isHarmless(one))) {
      const fields = Object.keys((operation.body?.['properties'] ?? {}) as object);
      for (const value of values) {
        const body = JSON.stringify(Object.fromEntries(fields.map((field) => [field, value])));
        const { status, error } = await app.admin(operation.method, pathWith(operation, '4242424242'), body, {
          'content-type': 'application/json',
        });
        if (status >= 500) wrong.push(`${operation.method} ${operation.template} ${JSON.stringify(value).slice(0, 20)} ${status} ${error}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
