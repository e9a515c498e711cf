import { beforeAll, describe, expect, test } from 'vitest';
import { idCardProblem } from '#kit/core/cn/id-card.ts';
import { startApp, type Send } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const PHONES = ['13812345678', '13987654321'];
const CARDS = ['11010519491231002X', '440524188001010014'];
const source = testSource(
  app,
  `create table customer (id int primary key, name text, phone text, idcard text, place text, salary numeric);
   insert into customer values (1, '欧阳娜', '${PHONES[0]}', '${CARDS[0]}', '浙江省杭州市西湖区文三路90号', 12345),
     (2, '李四', '${PHONES[1]}', '${CARDS[1]}', '家里', 20000);
   create table extra (code text, note text)`,
);
const BASE = '/data/metadata/maskRules';
let id = '';
let reader!: Send;
let readerId = '';
let keys = 0;
const columns: Record<string, string> = {};
const shownTo = async (call: Send, column: string): Promise<unknown[]> => {
  const { data } = await call('POST', '/data/console/sql/run', {
    sqlKey: `k${++keys}`,
    sourceId: id,
    sqlText: `select ${column} as v from customer order by id`,
  });
  return data[0].dataList.map(({ v }: { v: unknown }) => v);
};
const classify = (column: string, classId: string | null, level: string | null = 'L4') =>
  app.admin('POST', '/data/metadata/classes/columns', { columnIds: [columns[column]], classId, level });
const useRule = async (classId: string, maskRuleId: string | null) => {
  const own = (await app.admin('GET', `/data/metadata/classes/${classId}`)).data;
  expect((await app.admin('PUT', `/data/metadata/classes/${classId}`, { ...own, maskRuleId })).status).toBe(200);
};
const makeRule = async (ruleCode: string, algorithm: string, params: object): Promise<string> =>
  (await app.admin('POST', BASE, { ruleName: `规则${ruleCode}`, ruleCode, algorithm, params, status: '1' })).data.id;
const unmask = (call: Send, subjectId: string, column: string) =>
  call('POST', '/data/metadata/authorizes', {
    subjectType: 'user',
    subjectId,
    objectType: 'column',
    objectId: columns[column],
    actions: ['unmask'],
  });

beforeAll(async () => {
  id = await source.register();
  for (const row of await app.database.db.selectFrom('metadataColumn').select(['id', 'columnName']).where('sourceId', '=', id).execute())
    columns[row.columnName] = row.id;
  await classify('phone', 'mobile');
  await classify('idcard', 'id_card');
  await classify('place', 'address');
  await classify('name', 'person_name');
  const user = await app.make.user({
    perms: ['metadata:sqlconsole:run', 'metadata:sqlconsole:list', 'metadata:sqlconsole:export', 'metadata:maskrule:list'],
    dataScope: '5',
  });
  reader = app.as(user.token);
  readerId = user.id;
  await app.admin('POST', '/data/metadata/authorizes', {
    subjectType: 'user',
    subjectId: readerId,
    objectType: 'database',
    objectId: id,
    actions: ['preview', 'query', 'export'],
  });
});

describe('new algorithms in what people read', () => {
  test('the forms of their kind', async () => {
    await useRule('mobile', 'mask_mobile');
    await useRule('id_card', 'mask_id_card');
    await useRule('address', 'mask_address');
    expect(await shownTo(reader, 'phone')).toEqual(['138****5678', '139****4321']);
    expect(await shownTo(reader, 'idcard')).toEqual(['110105********002X', '440524********0014']);
    expect(await shownTo(reader, 'place')).toEqual(['浙江省杭州市西湖区****', '****']);
    expect(await shownTo(reader, 'name')).toEqual(['欧阳*', '李*']);
  });

  test('encryption that keeps the form: valid numbers that are not those of the data, the same in the console and in a file', async () => {
    await useRule('id_card', 'mask_fpe_id_card');
    const shown = (await shownTo(reader, 'idcard')) as string[];
    expect(shown.map(idCardProblem)).toEqual([null, null]);
    expect(shown.filter((card) => CARDS.includes(card))).toEqual([]);
    expect(shown.map((card) => card.slice(0, 2))).toEqual(['11', '44']);
    expect(await shownTo(app.admin, 'idcard')).toEqual(shown);
    const file = await reader('POST', '/data/console/sql/export', {
      sourceId: id,
      sqlText: 'select idcard from customer order by id',
      fileType: 'csv',
    });
    for (const card of shown) expect(file.raw.toString()).toContain(card);
    for (const [i, card] of shown.entries()) {
      const restored = await app.admin('POST', `${BASE}/restore`, {
        algorithm: 'preserve',
        params: { kind: 'idCard', cipher: 'sm4' },
        value: card,
        reason: '核对',
      });
      expect(restored.data).toEqual({ value: CARDS[i] });
    }
  });

  test('a value that its rule cannot mask is hidden and counted', async () => {
    await useRule('address', 'mask_fpe_mobile');
    expect(await shownTo(reader, 'place')).toEqual(['******', '******']);
    const { data } = await app.admin('GET', `${BASE}/coverage`);
    expect(data.failures).toContainEqual({ algorithm: 'preserve', count: expect.any(Number) });
    expect(data.failures).toHaveLength(1);
    await useRule('address', 'mask_address');
  });
});

describe('keys', () => {
  const rotate = (body: object = {}) => app.admin('POST', '/data/metadata/maskKeys/rotate', body);

  test('after a rotation tokens are others, and what the old key made can still be restored', async () => {
    await useRule('mobile', 'mask_encrypt_sm4');
    const sealed = (await shownTo(reader, 'phone')) as string[];
    expect(sealed[0]).toMatch(/^v1\.s\./);
    await useRule('mobile', 'mask_token_sm3');
    const tokens = (await shownTo(reader, 'phone')) as string[];
    expect(tokens[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(await shownTo(reader, 'phone')).toEqual(tokens);
    await useRule('mobile', 'mask_fpe_mobile');
    const [preserved] = (await shownTo(reader, 'phone')) as string[];

    const rotated = await rotate({ remark: '年度轮换' });
    expect(rotated.data).toEqual({ versionNo: 2 });
    expect(await shownTo(reader, 'phone')).not.toContain(preserved);
    await useRule('mobile', 'mask_token_sm3');
    expect(await shownTo(reader, 'phone')).not.toEqual(tokens);
    const restore = (algorithm: string, value: string, more: object = {}) =>
      app.admin('POST', `${BASE}/restore`, { algorithm, params: { kind: 'mobile', cipher: 'sm4' }, value, reason: '投诉核实', ...more });
    expect((await restore('encrypt', sealed[0]!)).data).toEqual({ value: PHONES[0] });
    expect((await restore('preserve', preserved!, { versionNo: 1 })).data).toEqual({ value: PHONES[0] });
    expect((await restore('preserve', preserved!)).data.value).not.toBe(PHONES[0]);
    for (const wrong of [restore('encrypt', 'v9.s.AAAA'), restore('encrypt', PHONES[0]!), restore('preserve', '张三')]) {
      const { status, msg } = await wrong;
      expect([status, msg]).toEqual([422, expect.stringContaining('无法还原')]);
    }
    await useRule('mobile', 'mask_mobile');
  });

  test('no call and no log answers a key or a value; versions are told by their fingerprints', async () => {
    const secret = 'ab'.repeat(32);
    expect((await rotate({ secret, remark: null })).data).toEqual({ versionNo: 3 });
    expect((await rotate({ secret, remark: null })).error).toBe('entity.duplicate');
    expect((await rotate({ secret: 'ab', remark: null })).error).toBe('input.invalid');
    const { data } = await app.admin('GET', '/data/metadata/maskKeys/list');
    expect(data.map((row: { versionNo: number; origin: string; isNewest: string }) => [row.versionNo, row.origin, row.isNewest])).toEqual([
      [3, 'given', '1'],
      [2, 'made', '0'],
      [1, 'made', '0'],
    ]);
    expect(new Set(data.map((row: { fingerprint: string }) => row.fingerprint)).size).toBe(3);
    const [stored, logs] = await Promise.all([
      app.database.db.selectFrom('metadataMaskKey').selectAll().execute(),
      app.database.db.selectFrom('sysOperLog').selectAll().execute(),
    ]);
    const written = JSON.stringify([data, stored, logs]);
    for (const told of [secret, Buffer.from(secret, 'hex').toString('base64'), ...PHONES]) expect(written).not.toContain(told);
    expect(JSON.stringify(logs)).toContain('投诉核实');
  });

  test('keys that cannot be read hide what needs them, and nothing else', async () => {
    const { db } = app.database;
    const rows = await db.selectFrom('metadataMaskKey').select(['versionNo', 'sealed']).execute();
    await useRule('mobile', 'mask_token_sm3');
    await db.updateTable('metadataMaskKey').set({ sealed: 'v1.AAAA' }).execute();
    expect(await shownTo(reader, 'phone')).toEqual(['******', '******']);
    expect(await shownTo(reader, 'name')).toEqual(['欧阳*', '李*']);
    for (const row of rows)
      await db.updateTable('metadataMaskKey').set({ sealed: row.sealed }).where('versionNo', '=', row.versionNo).execute();
    expect((await shownTo(reader, 'phone'))[0]).toMatch(/^[0-9a-f]{32}$/);
    await useRule('mobile', 'mask_mobile');
  });
});

describe('trying a rule', () => {
  const preview = async (algorithm: string, params: object, value: string) =>
    (await app.admin('POST', `${BASE}/preview`, { algorithm, params, value })).data;
  test('a typed value is tried with a key of its own: guesses cannot be held against masked values', async () => {
    expect(await preview('mobile', {}, PHONES[0]!)).toEqual({ value: '138****5678', isSample: false });
    await useRule('mobile', 'mask_token_sm3');
    const real = await shownTo(reader, 'phone');
    const tried = await preview('token', { hash: 'sm3' }, PHONES[0]!);
    expect(tried).toEqual({ value: expect.stringMatching(/^[0-9a-f]{32}$/), isSample: true });
    expect(real).not.toContain(tried.value);
    await useRule('mobile', 'mask_hash');
    expect(await shownTo(reader, 'phone')).not.toContain((await preview('hash', {}, PHONES[0]!)).value);
    await useRule('mobile', 'mask_mobile');
  });

  test('before and after of a column are for who sees it in the clear', async () => {
    const compare = (call: Send, column: string) =>
      call('POST', `${BASE}/compare`, { algorithm: 'mobile', params: {}, columnId: columns[column] });
    for (const call of [reader, app.admin]) {
      const refused = await compare(call, 'phone');
      expect([refused.status, refused.error]).toEqual([403, 'auth.noPermission']);
      for (const phone of PHONES) expect(refused.raw.toString()).not.toContain(phone);
    }
    const offered = async () => (await reader('GET', `${BASE}/columns?columnName=phone`)).data;
    expect(await offered()).toEqual([]);
    const granted = await unmask(app.admin, readerId, 'phone');
    expect(await offered()).toEqual([expect.objectContaining({ id: columns['phone'], tableName: 'customer', level: 'L4' })]);
    expect((await compare(reader, 'phone')).data).toEqual({
      rows: [
        { before: PHONES[0], after: '138****5678' },
        { before: PHONES[1], after: '139****4321' },
      ],
    });
    const counted = async () => (await app.admin('GET', `${BASE}/coverage`)).data.failures;
    const before = await counted();
    const other = await reader('POST', `${BASE}/compare`, {
      algorithm: 'preserve',
      params: { kind: 'idCard', cipher: 'sm4' },
      columnId: columns['phone'],
    });
    expect(other.data.rows.map(({ after }: { after: string }) => after)).toEqual(['******', '******']);
    expect(await counted()).toEqual(before);
    await app.admin('DELETE', `/data/metadata/authorizes/${granted.data.id}`);
    expect((await compare(reader, 'phone')).status).toBe(403);
    const stranger = app.as((await app.make.user({ perms: ['metadata:maskrule:list'], dataScope: '5' })).token);
    expect((await compare(stranger, 'phone')).status).toBe(404);
    expect((await stranger('GET', `${BASE}/columns`)).data.map((row: { id: string }) => row.id)).not.toContain(columns['phone']);
  });

  test.each([
    ['range', {}, '请填写遮盖起始位'],
    ['range', { from: 5, to: 4 }, '遮盖结束位不能小于起始位'],
    ['before', {}, '请填写分隔字符'],
    ['fixed', { text: ' ' }, '请填写固定文本'],
    ['amount', {}, '请填写区间宽度'],
    ['token', {}, '请选择摘要算法'],
    ['token', { hash: 'md5' }, '摘要算法不正确'],
    ['preserve', { cipher: 'sm4' }, '请选择保形类型'],
    ['preserve', { kind: 'mobile' }, '请选择加密算法'],
    ['preserve', { kind: 'mobile', cipher: 'des' }, '加密算法不正确'],
    ['encrypt', {}, '请选择加密算法'],
    ['base64', {}, '脱敏算法不正确'],
  ])('a rule %s with %o is refused', async (algorithm, params, message) => {
    const answer = await app.admin('POST', BASE, { ruleName: '不完整', ruleCode: 'incomplete', algorithm, params, status: '1' });
    expect([answer.status, answer.raw.toString()]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe('coverage', () => {
  const gaps = async (call: Send, query = ''): Promise<Record<string, string>> => {
    const { data } = await call('GET', `${BASE}/coverage/page?sourceId=${id}&pageSize=100${query}`);
    return Object.fromEntries(data.data.map((row: { columnName: string; reason: string }) => [row.columnName, row.reason]));
  };
  test('names every sensitive column without a rule that holds, and why', async () => {
    await classify('salary', null, 'L3');
    await classify('note', 'finance', 'L3');
    const rule = await makeRule('for_code', 'full', {});
    const own = (await app.admin('POST', '/data/metadata/classes', {
      className: '代码',
      classCode: 'own_code',
      parentId: null,
      level: 'L3',
      maskRuleId: rule,
      recogniser: null,
      namePatterns: [],
      valuePattern: null,
      isLinkable: '0',
      threshold: 0.8,
      sort: 0,
      status: '1',
      remark: null,
    })) as { data: { id: string } };
    await classify('code', own.data.id, null);
    expect(await gaps(app.admin)).toEqual({ salary: 'noClass', note: 'noRule' });
    expect(await gaps(app.admin, '&level=L4')).toEqual({});
    expect(await gaps(app.admin, '&columnName=sal')).toEqual({ salary: 'noClass' });
    const before = (await app.admin('GET', `${BASE}/coverage`)).data;
    expect(before.sensitive).toBe(before.ruled + before.whole + before.gaps);
    const row = (await app.admin('GET', `${BASE}/${rule}`)).data;
    await app.admin('PUT', `${BASE}/${rule}`, { ...row, status: '0' });
    expect(await gaps(app.admin)).toEqual({ salary: 'noClass', note: 'noRule', code: 'disabled' });
    expect((await app.admin('GET', `${BASE}/coverage`)).data.gaps).toBe(before.gaps + 1);
  });
  test('tells of columns that the reader may know', async () => {
    expect(await gaps(reader)).toEqual({ salary: 'noClass', note: 'noRule', code: 'disabled' });
    const stranger = app.as((await app.make.user({ perms: ['metadata:maskrule:list'], dataScope: '5' })).token);
    expect(await gaps(stranger)).toEqual({});
    expect((await stranger('GET', `${BASE}/coverage`)).data.sensitive).toBe(0);
  });
});

const CALLS: [string, string, unknown?][] = [
  ['GET', `${BASE}/columns`],
  ['POST', `${BASE}/compare`, {}],
  ['POST', `${BASE}/restore`, {}],
  ['GET', `${BASE}/coverage`],
  ['GET', `${BASE}/coverage/page`],
  ['GET', '/data/metadata/maskKeys/list'],
  ['POST', '/data/metadata/maskKeys/rotate', {}],
];
test.each(CALLS)('%s %s is for holders of its permission only', async (method, path, sent) => {
  expect((await app.stranger(method as 'GET', path, sent)).status).toBe(401);
  const nobody = app.as((await app.make.user({ perms: ['metadata:datacolumn:list'] })).token);
  expect((await nobody(method as 'GET', path, sent)).error).toBe('auth.noPermission');
});
