import { describe, expect, it } from 'vitest';
import { workbook } from '#kit/server/excel/writer.ts';
import { startApp, type Answer } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { until } from '#kit/test/until.ts';
import { qualificationInput, typeIdOf } from '#modules/projects/server/practicing/make-for-test.ts';
import { makeSupplier } from '#modules/projects/server/supplier/test-supplier.ts';
import { operationsOf, type Operation } from './operations.ts';

const app = startApp();
const MISSING = '4242424242';

/** An account of department A that may do everything there, and rows of department B. */
async function twoDepartments() {
  const operations = await operationsOf(app);
  const perms = [...new Set(operations.filter((one) => one.access.startsWith('perm:')).flatMap((one) => one.access.slice(5).split('|')))];
  const [a, b] = [await app.make.dept(), await app.make.dept()];
  const insider = await app.make.user({ perms, deptId: a.id, dataScope: '4' });
  const victim = await app.make.user({ perms: ['system:post:list'], deptId: b.id, dataScope: '5' });
  await app.as(victim.token)('POST', '/system/login/logs', {});
  const session = await app.database.db.selectFrom('sysSession').select('id').where('userId', '=', victim.id).executeTakeFirstOrThrow();
  const chief = await app.make.user({ perms, deptId: b.id, dataScope: '1' });
  const source = await app.as(chief.token)('POST', '/data/metadata/sources', {
    sourceName: `乙源${b.id}`,
    dbType: '5',
    status: '1',
    remark: null,
    schemas: [],
    dbSchema: { host: '127.0.0.1', port: 1, dbName: 'x', username: 'x', password: 'x', sid: null, sslMode: 'disable' },
  });
  expect(source.msg).toBe('操作成功');
  const made = await recordsOf(chief.token, b.id);
  const uploaded = await app.as(chief.token)('POST', '/file/files/uploadImg', ...multipart('密.txt', Buffer.from('密')));
  const certificate = { certName: '已删', certType: '1', validTo: '2099-01-01' };
  const deletedId = (await app.as(chief.token)('POST', '/system/certificates', certificate)).data.id as string;
  expect((await app.as(chief.token)('DELETE', `/system/certificates/${deletedId}`)).status).toBe(200);
  const log = await app.database.db.selectFrom('sysOperLog').select('id').where('userId', '=', chief.id).executeTakeFirstOrThrow();
  const rows: readonly (readonly [prefix: RegExp, id: string])[] = [
    [/^\/monitor\/online\/user/, victim.id],
    [/^\/monitor\/online/, session.id],
    [/^\/(monitor|system)\/oper/, log.id],
    [/^\/data\/metadata\/sources/, source.data.id],
    [/^\/system\/users\/profile/, session.id],
    [/^\/system\/users/, victim.id],
    [/^\/system\/depts/, b.id],
    ...made,
  ];
  return {
    operations,
    insider,
    victim,
    a,
    b,
    sourceId: source.data.id as string,
    fileName: uploaded.data.fileName as string,
    deletedId,
    idFor: (template: string) => rows.find(([prefix]) => prefix.test(template))?.[1],
  };
}

/** A record of every kind, made by an account of a department; notices are published, exports done, the run of the job has ended. */
async function recordsOf(token: string, branchId: string): Promise<(readonly [prefix: RegExp, id: string])[]> {
  const call = app.as(token);
  const make = async (path: string, body: Record<string, unknown>): Promise<string> => {
    const answer = await call('POST', path, body);
    expect(answer.status, `${path}: ${answer.msg}`).toBe(200);
    return (answer.data.id ?? answer.data.jobId) as string;
  };
  const uploaded = await call('POST', '/file/files/uploadImg', ...multipart('乙.txt', Buffer.from('乙')));
  const fileId = (
    await app.database.db.selectFrom('fileObject').select('id').where('fileName', '=', uploaded.data.fileName).executeTakeFirstOrThrow()
  ).id;
  const job = await make('/quartz/jobs', {
    jobName: `乙任务${branchId}`,
    beanName: 'scheduler.example',
    methodParams: '{"lines":1}',
    cronExpression: '0 0 0 1 1 ?',
    status: '0',
  });
  const run = await make(`/quartz/jobs/run/${job}`, {});
  await until(
    async () => (await call('GET', `/quartz/logs/${run}`)).data.state as string,
    (state) => state === 'done',
    30_000,
  );
  const transfer = await make('/system/posts/export/job', {});
  await until(
    async () => (await call('GET', `/system/exports/${transfer}`)).data.state as string,
    (state) => state === 'done',
    30_000,
  );
  const message = await app.database.db
    .selectFrom('sysMessage')
    .select('id')
    .where('key', 'like', `transfer:${transfer}:%`)
    .executeTakeFirstOrThrow();
  const content = { form: 1, blocks: [{ type: 'paragraph', line: [{ text: '乙' }] }] };
  return [
    [/^\/file\/files/, fileId],
    [/^\/quartz\/jobs/, job],
    [/^\/quartz\/logs/, run],
    [/^\/system\/exports/, transfer],
    [/^\/system\/messages/, message.id],
    [/^\/system\/notices/, await make('/system/notices', { title: '乙公告', type: '1', content, publishScope: '1', targets: [] })],
    [/^\/system\/certificates/, await make('/system/certificates', { certName: '乙证', certType: '1', validTo: '2099-01-01' })],
    [
      /^\/api\/project\/practicingQualification/,
      await make('/api/project/practicingQualification', qualificationInput({ branchId, typeId: await typeIdOf(app, '1001') })),
    ],
    [/^\/api\/project\/supplier/, await make('/api/project/supplier', makeSupplier(Number(branchId.slice(-6))))],
  ];
}

const seen = ({ status, error, msg, data }: Answer) => ({ status, error, msg, data: status === 200 ? 'answer' : data });
/** Open to everybody signed in by design: names of departments and people, permission facts of one's own reach. */
const isPublic = ({ access, template }: Operation): boolean =>
  (access === 'signedIn' || access === 'open') && !/^\/system\/(exports|messages)/.test(template);

describe('rows of another department', () => {
  it('every call with an id answers as if they did not exist, and they stay as they are', { timeout: 60_000 }, async () => {
    const { operations, insider, idFor } = await twoDepartments();
    const wrong: string[] = [];
    let tried = 0;
    for (const operation of operations) {
      const { template, method } = operation;
      const id = /\{(id|ids|userId|sourceId|sessionId|tokenId)\}/.test(template) && !isPublic(operation) ? idFor(template) : undefined;
      if (id === undefined) continue;
      tried += 1;
      const at = (value: string) => template.replace(/\{\w+\}/, value).replace(/\{\w+\}/g, 'x');
      const detail = template.endsWith('/{id}') ? (await app.admin('GET', at(id))).data : null;
      const body = method === 'PUT' || method === 'POST' ? { ...detail, status: '0', commit: '1' } : undefined;
      const call = app.as(insider.token);
      const [foreign, missing] = [seen(await call(method, at(id), body)), seen(await call(method, at(MISSING), body))];
      if (JSON.stringify(foreign) !== JSON.stringify(missing) || (foreign.status < 400 && foreign.status !== 200))
        wrong.push(`${method} ${template}: ${JSON.stringify(foreign)} instead of ${JSON.stringify(missing)}`);
      if (method !== 'GET' && foreign.status === 200) wrong.push(`${method} ${template} was carried out`);
      if (detail && method !== 'GET') expect((await app.admin('GET', at(id))).data, `${method} ${template}`).toEqual(detail);
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(60);
  });

  it('their ids inside bodies are refused', async () => {
    const { insider, victim, a, b, sourceId, fileName, deletedId } = await twoDepartments();
    const call = app.as(insider.token);
    const postId = (await app.admin('GET', '/system/posts/list')).data[0].id;
    const role = await app.make.role({ perms: ['system:post:list'], dataScope: '5' });
    const person = { username: 'placed', nickname: '安插', roleList: [role], postList: [postId] };
    const tries: readonly (readonly ['POST' | 'PUT', string, Record<string, unknown>])[] = [
      ['POST', '/system/users', { ...person, deptId: b.id }],
      ['PUT', '/system/users/reset/password', { id: victim.id }],
      ['PUT', `/system/roles/${role}/users`, { add: [victim.id] }],
      ['PUT', `/system/roles/${victim.roleId}/users`, { remove: [victim.id] }],
      ['POST', '/system/depts', { parentId: b.id, deptName: '内线', deptNo: 'SPY1' }],
      ['POST', '/system/depts', { parentId: '0', deptName: '内线', deptNo: 'SPY2' }],
      ['POST', '/system/roles', { roleName: '内线', roleCode: 'spy', dataScope: '2', menuList: [], deptList: [b.id] }],
      ['POST', '/data/console/sql/run', { sqlKey: 'spy', sourceId, sqlText: 'select 1' }],
      ['POST', '/system/recycle/restore', { items: [{ entity: 'sysCertificate', id: deletedId }] }],
      ['POST', '/system/recycle/purge', { items: [{ entity: 'sysCertificate', id: deletedId }] }],
      [
        'POST',
        '/system/certificates',
        { certName: '夹带', certType: '1', validTo: '2099-01-01', imageFiles: fileName.replace('txt', 'png') },
      ],
      [
        'POST',
        '/system/notices',
        { title: '夹带', type: '1', content: '<p>x</p>', publishScope: '4', targets: ['4242'], attachments: null },
      ],
      ['POST', '/system/notices', { title: '夹带', type: '1', content: '<p>x</p>', publishScope: '1', targets: [], attachments: fileName }],
      ['POST', '/api/project/supplier', makeSupplier(7_000_001, { ownerDeptId: b.id })],
      ['POST', '/api/project/supplier', makeSupplier(7_000_002, { attachments: fileName })],
      ['POST', '/data/console/sql/export', { sqlKey: 'spy', sourceId, sqlText: 'select 1' }],
    ];
    for (const [method, path, body] of tries) {
      const { status } = await call(method, path, body);
      expect([400, 404, 409, 422], `${method} ${path}`).toContain(status);
    }
    const own = (await call('POST', '/system/users', { ...person, deptId: a.id })).data.id;
    const { data } = await call('GET', `/system/users/${own}`);
    expect((await call('PUT', `/system/users/${own}`, { ...data, deptId: b.id })).status).toBe(422);
    expect(await app.database.db.selectFrom('sysUserRole').select('roleId').where('userId', '=', victim.id).execute()).toEqual([
      { roleId: victim.roleId },
    ]);
  });

  it('a file of accounts obeys the same rules as the form', async () => {
    const { insider, b } = await twoDepartments();
    const [dept] = await app.database.db.selectFrom('sysDept').select('deptNo').where('id', '=', b.id).execute();
    const [role] = await app.database.db
      .selectFrom('sysRole')
      .select('roleCode')
      .where('id', '=', insider.roleId ?? '')
      .execute();
    const titles = ['用户名', '昵称', '部门编码', '岗位名称', '角色编码', '手机号码', '性别', '状态'];
    const row = (deptNo: string, roleCode: string) => ['spy_import', '安插', deptNo, '系统管理员', roleCode, '13800000077', '男', '启用'];
    for (const [deptNo, roleCode] of [
      [dept?.deptNo ?? '', role?.roleCode ?? ''],
      ['T1', 'admin'],
    ] as const) {
      const chunks: Uint8Array[] = [];
      const sheet = { name: '用户', columns: titles.map((title) => ({ title, width: 12 })), rows: [row(deptNo, roleCode)] };
      for await (const chunk of workbook([sheet])) chunks.push(chunk);
      const answer = await app.as(insider.token)('POST', '/system/users/import?commit=1', ...multipart('用户.xlsx', Buffer.concat(chunks)));
      expect([answer.status, answer.error], answer.msg).toEqual([422, 'import.invalid']);
    }
    expect((await app.admin('GET', '/system/users/page?username=spy_import')).data.total).toBe(0);
  });
});

describe('what is missing gives nothing', () => {
  const visible = async (token: string) => (await app.as(token)('GET', '/system/users/page')).data?.total as number | undefined;

  it('no roles, a disabled role, a deleted role', async () => {
    const none = await app.make.user({});
    expect((await app.as(none.token)('GET', '/system/users/page')).status).toBe(403);
    expect((await app.as(none.token)('GET', '/system/users/route')).data).toMatchObject({ perms: [], routes: [] });
    const user = await app.make.user({ perms: ['system:user:list'], dataScope: '1' });
    expect(await visible(user.token)).toBeGreaterThan(0);
    await app.database.db
      .updateTable('sysRole')
      .set({ status: '0' })
      .where('id', '=', user.roleId ?? '')
      .execute();
    expect((await app.as(user.token)('GET', '/system/users/page')).status).toBe(403);
    await app.database.db
      .updateTable('sysRole')
      .set({ status: '1', deletedAt: new Date() })
      .where('id', '=', user.roleId ?? '')
      .execute();
    expect((await app.as(user.token)('GET', '/system/users/page')).status).toBe(403);
  });

  it('no department, a deleted department, an empty list of departments: oneself at most', async () => {
    for (const dataScope of ['2', '3', '4', '5'] as const) {
      const homeless = await app.make.user({ perms: ['system:user:list'], dataScope, deptId: null });
      expect(await visible(homeless.token), dataScope).toBe(1);
      const dept = await app.make.dept();
      await app.make.user({ deptId: dept.id });
      const member = await app.make.user({ perms: ['system:user:list'], dataScope, deptId: dept.id });
      await app.database.db.updateTable('sysDept').set({ deletedAt: new Date() }).where('id', '=', dept.id).execute();
      expect(await visible(member.token), dataScope).toBe(1);
    }
  });

  it('a second role without a scope of its own adds nothing to the first', async () => {
    const dept = await app.make.dept();
    const wide = await app.make.role({ perms: ['system:post:list'], dataScope: '1' });
    const user = await app.make.user({ perms: ['system:user:list'], dataScope: '5', deptId: dept.id, roles: [wide] });
    expect(await visible(user.token)).toBe(1);
  });
});
