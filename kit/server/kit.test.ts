import { describe, expect, it } from 'vitest';
import { systemModule } from '#modules/system/server/index.ts';
import { startApp } from '#kit/test/app.ts';
import { itKeepsCrudPromises } from '#kit/test/crud.ts';
import { sampleModule } from '#kit/test/sample/index.ts';

const app = startApp({ modules: [systemModule, sampleModule] });
const sample = (n: number) => ({ sampleName: `样品${n}`, sampleCode: `sample_${n}`, status: '1' });

itKeepsCrudPromises(app, { base: '/kit/samples', code: 'kit:sample', sample, duplicate: '示例编码已存在' });

describe('answers', () => {
  it('come in the envelope, without undeclared fields', async () => {
    const { body } = await app.admin('GET', '/kit/leak');
    expect(body).toEqual({ success: true, code: 200, msg: '操作成功', data: { shown: 'yes' }, timestamp: expect.any(Number) });
  });

  it('tell nothing about an unexpected error but a request id', async () => {
    const answer = await app.stranger('GET', '/kit/broken');
    expect(answer).toMatchObject({ status: 500, code: 500, msg: '系统错误', error: 'server.failure' });
    expect(JSON.stringify(answer.body)).not.toContain('hidden_table');
    expect(answer.body.requestId).toBe(answer.headers['x-request-id']);
  });

  it('that do not fit their declaration are our failure', async () => {
    expect((await app.stranger('GET', '/kit/unfit')).status).toBe(500);
  });

  it('name every invalid field', async () => {
    const answer = await app.admin('POST', '/kit/samples', { sampleName: '', sampleCode: 'A' });
    expect(answer).toMatchObject({ status: 400, error: 'input.invalid', msg: '名称不能为空' });
    expect(answer.data).toEqual([
      { path: 'sampleName', message: '名称不能为空' },
      { path: 'sampleCode', message: '编码由小写字母、数字和下划线组成' },
    ]);
  });
});

describe('order of refusals', () => {
  it('unknown route 404 before anything', async () => {
    expect(await app.stranger('GET', '/kit/nothing')).toMatchObject({ status: 404, error: 'route.notFound', msg: '网络请求不存在' });
  });
  it('401 before the body is looked at', async () => {
    expect(await app.stranger('POST', '/kit/samples', 'not json', { 'content-type': 'text/plain' })).toMatchObject({ status: 401 });
  });
  it('423 while locked, 403 only then', async () => {
    const locked = await app.make.user();
    await app.database.db.updateTable('sysSession').set({ isLocked: '1', lockHash: 'x' }).where('userId', '=', locked.id).execute();
    expect(await app.as(locked.token)('GET', '/kit/samples/page')).toMatchObject({ status: 423, error: 'auth.locked' });
  });
  it('415 for another content type, 413 for too much, 400 for broken JSON', async () => {
    expect((await app.admin('POST', '/kit/samples', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await app.admin('POST', '/kit/echo', { text: 'x'.repeat(1_200_000) })).status).toBe(413);
    expect(await app.admin('POST', '/kit/echo', '{"text":', { 'content-type': 'application/json' })).toMatchObject({ status: 400 });
  });
  it('a call that takes no body may say JSON and send nothing', async () => {
    const json = { 'content-type': 'application/json' };
    expect(await app.admin('DELETE', '/kit/samples/1', '', json)).toMatchObject({ status: 404, error: 'entity.notFound' });
    expect(await app.admin('POST', '/kit/echo', '', json)).toMatchObject({ status: 400, error: 'input.invalid' });
  });
});

describe('writes', () => {
  it('are whole or not at all, and the failure is in the log without secrets', async () => {
    const answer = await app.admin('POST', '/kit/half', { sampleCode: 'half_1', token: 'CANARY' });
    expect(answer).toMatchObject({ status: 422, msg: '半途失败' });
    expect((await app.admin('GET', '/kit/samples/page?sampleName=半')).data.total).toBe(0);
    const log = await app.database.db.selectFrom('sysOperLog').selectAll().where('title', '=', '写一半').executeTakeFirstOrThrow();
    expect(log).toMatchObject({ result: '0', exCode: 'rule.broken', userName: 'admin', requestId: answer.body.requestId });
    expect(JSON.stringify(log)).not.toContain('CANARY');
  });

  it('are tried again when transactions cannot be put in order', async () => {
    expect(await app.admin('POST', '/kit/half', { sampleCode: 'retry_me' })).toMatchObject({ status: 200 });
    expect((await app.admin('GET', '/kit/samples/page?sampleName=半')).data.total).toBe(1);
  });

  it('run once per idempotency key, also when sent at the same time', async () => {
    const headers = { 'idempotency-key': 'order-0001' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.admin('POST', '/kit/samples', sample(501), headers)));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    // every call is in the log, one of them as the one that did it
    const lines = await app.database.db.selectFrom('sysOperLog').select(['note', 'changes']).where('params', 'like', '%_501%').execute();
    expect(lines.filter(({ note }) => note === '重复提交，返回首次的结果')).toHaveLength(4);
    expect(lines.filter(({ note }) => note === null)).toHaveLength(1);
    expect(lines.filter(({ changes }) => (changes as unknown[]).length > 0)).toHaveLength(1);
    expect(await app.admin('POST', '/kit/samples', sample(502), headers)).toMatchObject({ status: 409, error: 'idempotency.mismatch' });
    const { reply } = await app.database.db
      .selectFrom('kitIdempotency')
      .select('reply')
      .where('key', '=', 'order-0001')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(reply)).not.toContain(answers[0]?.data.id);
  });

  it('never store or log a field marked secret', async () => {
    const { data } = await app.admin('POST', '/kit/samples', { ...sample(601), passWord: 'CANARY-SECRET' });
    const rows = await app.database.db.selectFrom('sysOperLog').select(['params', 'changes']).execute();
    expect(JSON.stringify(rows)).not.toContain('CANARY-SECRET');
    expect((await app.admin('GET', `/kit/samples/${data.id}`)).body.data).not.toHaveProperty('passWord');
  });
});

describe('data scope', () => {
  it('shows each account only what its roles reach, by page and by id', async () => {
    const north = await app.make.dept();
    const below = await app.make.dept({ parentId: north.id });
    const south = await app.make.dept();
    const perms = ['kit:sample:list', 'kit:sample:detail', 'kit:sample:add', 'kit:sample:remove'];
    const inBelow = await app.make.user({ perms, dataScope: '5', deptId: below.id });
    const inSouth = await app.make.user({ perms, dataScope: '3', deptId: south.id });
    const boss = await app.make.user({ perms, dataScope: '4', deptId: north.id });
    const custom = await app.make.user({ perms, dataScope: '2', scopeDepts: [south.id], deptId: north.id });
    const made = async (token: string, n: number) => (await app.as(token)('POST', '/kit/samples', sample(n))).data.id as string;
    const lower = await made(inBelow.token, 701);
    const southern = await made(inSouth.token, 702);
    const visible = async (token: string) => {
      const { data } = await app.as(token)('GET', '/kit/samples/page?pageSize=200');
      return [lower, southern].filter((id) => data.data.some((row: { id: string }) => row.id === id));
    };
    expect(await visible(boss.token)).toEqual([lower]);
    expect(await visible(inSouth.token)).toEqual([southern]);
    expect(await visible(custom.token)).toEqual([southern]);
    expect(await visible(inBelow.token)).toEqual([lower]);
    // Out of scope looks exactly like missing, for reading and for removing.
    expect(await app.as(inSouth.token)('GET', `/kit/samples/${lower}`)).toMatchObject({ status: 404, error: 'entity.notFound' });
    expect(await app.as(inSouth.token)('DELETE', `/kit/samples/${lower}`)).toMatchObject({ status: 404, error: 'entity.notFound' });
  });

  it('ignores what a caller sends about it', async () => {
    const low = await app.make.user({ perms: ['kit:sample:list'], dataScope: '5' });
    for (const query of ['dataScope=or+1=1', 'params[dataScope]=1=1', '__proto__[x]=1'])
      expect((await app.as(low.token)('GET', `/kit/samples/page?${query}`)).data.total).toBe(0);
  });
});

describe('the API document', () => {
  it('lists every route with who may call it', async () => {
    const { body } = await app.admin('GET', '/v3/api-docs');
    expect(body.openapi).toBe('3.1.0');
    const operations = Object.values(body.paths).flatMap((path) => Object.values(path as object)) as { 'x-access': string }[];
    expect(operations.length).toBeGreaterThan(20);
    for (const operation of operations) expect(operation['x-access']).toMatch(/^(open|signedIn|apiKey|token|perm:[a-zA-Z:|]+)$/);
    expect(body.paths['/kit/samples/{id}'].put['x-access']).toBe('perm:kit:sample:edit');
  });
  it('is for those who may see it', async () => {
    expect((await app.stranger('GET', '/v3/api-docs')).status).toBe(401);
    expect((await app.as((await app.make.user()).token)('GET', '/v3/api-docs')).status).toBe(403);
  });
});

describe('bodies that nest without end', () => {
  const nested = (levels: number) => `{"sampleCode":"deep_1","more":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  const send = (levels: number) => app.admin('POST', '/kit/half', nested(levels), { 'content-type': 'application/json' });

  it('are refused with a sentence, and the refusal stands in the log', async () => {
    for (const levels of [101, 10_000, 500_000]) {
      const answer = await send(levels);
      expect(answer, String(levels)).toMatchObject({ status: 400, error: 'input.invalid', msg: '内容嵌套层级过多，最多100层' });
      const log = await app.database.db
        .selectFrom('sysOperLog')
        .select(['exCode'])
        .where('requestId', '=', answer.body.requestId)
        .executeTakeFirst();
      expect(log).toEqual({ exCode: 'input.invalid' });
    }
  });
  it('may nest as deep as any document does', async () => {
    expect(await send(98)).toMatchObject({ status: 422, error: 'rule.broken' });
  });
});
