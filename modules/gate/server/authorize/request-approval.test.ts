import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create table staff (id int primary key, name text, mobile text); insert into staff values (1, '甲', '13812345678')`,
);
const REQUESTS = '/data/metadata/authorizes/requests';
const APPROVER = ['workflow:task:todo:list', 'workflow:task:exam', 'workflow:task:assignee'];
let sourceId = '';
let table = '';
let analyst!: Send;
let analystId = '';
let owner!: { id: string; call: Send };
let holder!: { id: string; call: Send };
let stranger!: Send;
let definition = '';
let business: Record<string, unknown> = {};
let keys = 0;

const person = async (perms: readonly string[], dataScope: '1' | '5' = '1') => {
  const user = await app.make.user({ perms, dataScope });
  return { id: user.id, call: app.as(user.token) };
};
const mobile = async () => {
  const { data } = await analyst('POST', '/data/console/sql/run', { sqlKey: `k${++keys}`, sourceId, sqlText: 'select mobile from staff' });
  return data[0].dataList[0]?.mobile;
};
const wish = { columns: ['mobile'], actions: ['unmask'], days: 7, reason: '核对回访名单' };
const ask = (over: object = {}, call: Send = analyst) => call('POST', `/data/metadata/tables/${table}/requests`, { ...wish, ...over });
const one = async (id: string, call: Send = analyst) => (await call('GET', `${REQUESTS}/${id}`)).data;
const act = async (who: { call: Send }, instance: string, body: object = { action: 'complete', variables: { approved: true } }) => {
  const { data } = await who.call('GET', '/workflow/tasks/pageTodo?pageSize=100');
  const task = data.data.find((each: { processInstanceId: string }) => each.processInstanceId === instance);
  if (!task) throw new Error('no open task');
  return who.call('POST', `/workflow/tasks/execute/${task.id}`, { taskId: task.id, ...body });
};
const approver = (id: string, name: string, who: object, next: unknown = null) => ({
  type: 'approve',
  id,
  name,
  who: [who],
  mode: 'any',
  next,
});
const publish = async (key: string, next: unknown): Promise<string> => {
  const tree = { type: 'start', id: 'start', next };
  const { data } = await app.admin('POST', '/workflow/models', { key, name: '数据权限申请', kind: 'simple', tree });
  return (await app.admin('POST', `/workflow/models/${data.id}/publish`, { version: 0 })).data.definitionId;
};
const bind = async (processDefinitionId: string) => {
  const { data } = await app.admin('GET', `/workflow/business/${String(business['id'])}`);
  return app.admin('PUT', `/workflow/business/${String(business['id'])}`, { ...data, processDefinitionId, version: data.version });
};

beforeAll(async () => {
  sourceId = await source.register();
  await sealColumns(app, sourceId, 'mobile');
  ({ id: table } = await app.database.db
    .selectFrom('metadataTable')
    .select('id')
    .where('sourceId', '=', sourceId)
    .executeTakeFirstOrThrow());
  ({ id: analystId, call: analyst } = await person(['metadata:sqlconsole:run', 'metadata:datacolumn:list'], '5'));
  owner = await person(APPROVER);
  holder = await person([
    ...APPROVER,
    'metadata:datacolumn:list',
    'metadata:dataauthorize:list',
    'metadata:dataauthorize:edit',
    'metadata:dataauthorize:unmask',
  ]);
  stranger = app.as((await app.make.user({ perms: ['metadata:datacolumn:list'], dataScope: '5' })).token);
  await app.database.db.updateTable('metadataTable').set({ ownerId: owner.id }).where('id', '=', table).execute();
  await app.admin('POST', '/data/metadata/authorizes', {
    subjectType: 'user',
    subjectId: analystId,
    objectType: 'table',
    objectId: table,
    actions: ['query'],
  });
  const granted = approver('n2', '数据授权', { kind: 'user', ids: [holder.id] });
  definition = await publish('grant', approver('n1', '数据责任人审批', { kind: 'dataOwner' }, granted));
  business = (
    await app.admin('POST', '/workflow/business', {
      businessCode: '2013',
      businessName: '数据权限申请',
      businessType: 'metadata.grant',
      processDefinitionId: definition,
      businessTempalte: '{nickname}申请{tableName}的{actions}权限',
    })
  ).data;
});

describe('a request for masked columns', () => {
  it('goes to the owner of the data and to a holder of the right, is granted for its days, and is masked again', async () => {
    expect(await mobile()).toBe('138****5678');
    const steps = await analyst('POST', `/data/metadata/tables/${table}/requests/steps`, {
      columns: ['mobile'],
      actions: ['unmask'],
      days: 7,
    });
    expect(steps.data.map(({ name }: { name: string }) => name)).toEqual(['数据责任人审批', '数据授权']);
    expect(steps.data[0].people).toHaveLength(1);
    const { status, data } = await ask();
    expect([status, data.flowStatus]).toEqual([200, '3']);
    expect(await ask()).toMatchObject({ status: 409, error: 'entity.duplicate' });
    expect(await mobile()).toBe('138****5678');
    const detail = (await owner.call('GET', `/workflow/instances/${data.processInstanceId}/detail`)).data;
    expect(detail.snapshot).toMatchObject({ tableName: 'public.staff', columns: 'mobile', actions: '明文', level: 'L3', days: 7 });
    expect(detail.title).toContain('申请public.staff的明文权限');
    const own = async () => (await analyst('GET', `${REQUESTS}/own`)).data.data.find((each: { id: string }) => each.id === data.id);
    expect((await own()).waiting).toEqual([{ name: '数据责任人审批', people: [expect.any(String)] }]);
    const byHand = async (hasProcess: string) =>
      (await holder.call('GET', `${REQUESTS}/page?state=open&hasProcess=${hasProcess}&id=${data.id}`)).data.total;
    expect([await byHand('0'), await byHand('1')]).toEqual([0, 1]);
    expect((await act(owner, data.processInstanceId)).data.flowStatus).toBe('3');
    expect((await own()).waiting).toMatchObject([{ name: '数据授权' }]);
    expect(await act(holder, data.processInstanceId)).toMatchObject({ status: 200, data: { flowStatus: '4' } });
    expect(await mobile()).toBe('13812345678');
    const grants = (await holder.call('GET', `/data/metadata/authorizes/page?subjectId=${analystId}`)).data.data;
    const grant = grants.find((each: { requestId: string | null }) => each.requestId === data.id);
    expect(grant).toMatchObject({ objectType: 'column', actions: ['meta', 'unmask'], state: 'active', createBy: holder.id });
    const inDays = (new Date(grant.endTime).getTime() - Date.now()) / 86_400_000;
    expect(inDays).toBeGreaterThan(6.9);
    expect(inDays).toBeLessThanOrEqual(7);
    expect(await one(data.id)).toMatchObject({ state: 'granted', flowStatus: '4' });
    const held = async (call: Send) => (await call('GET', '/data/metadata/authorizes/own')).data;
    const mine = (list: readonly { requestId: string | null }[]) => list.find(({ requestId }) => requestId === data.id);
    expect(mine(await held(analyst))).toMatchObject({
      objectName: 'public.staff.mobile',
      subjectType: 'user',
      actions: ['meta', 'unmask'],
    });
    expect(mine(await held(stranger))).toBeUndefined();
    // to the minute of its end, by the clock of the server
    const end = new Date(grant.endTime).getTime();
    const at = async (time: number) => {
      app.clock.now = new Date(time);
      // he is still signed in
      await app.database.db
        .updateTable('sysSession')
        .set({ lastTime: app.clock.now, expireTime: new Date(time + 86_400_000) })
        .execute();
    };
    await at(end - 60_000);
    expect(await mobile()).toBe('13812345678');
    await at(end + 1_000);
    expect(await mobile()).toBe('138****5678');
    expect(mine(await held(analyst))).toBeUndefined();
    await at(Date.now());
    expect((await analyst('POST', `${REQUESTS}/${data.id}/end`, {})).status).toBe(200);
  });

  it('is given back by who asked and taken away by who may grant; nobody else', async () => {
    for (const ender of [analyst, holder.call]) {
      const { data } = await ask();
      await act(owner, data.processInstanceId);
      await act(holder, data.processInstanceId);
      expect(await mobile()).toBe('13812345678');
      expect((await stranger('POST', `${REQUESTS}/${data.id}/end`, {})).status).toBe(404);
      expect((await owner.call('POST', `${REQUESTS}/${data.id}/end`, {})).status).toBe(404);
      expect(await ender('POST', `${REQUESTS}/${data.id}/end`, {})).toMatchObject({ status: 200, data: { grants: 1 } });
      expect(await mobile()).toBe('138****5678');
      expect(await ender('POST', `${REQUESTS}/${data.id}/end`, {})).toMatchObject({ status: 422 });
    }
  });

  it('comes back, is corrected and submitted again; is taken back and grants nothing', async () => {
    const { data } = await ask();
    await act(owner, data.processInstanceId, { action: 'return', to: 'start', mode: 'again', message: '期限太长' });
    const before = await one(data.id);
    expect(before).toMatchObject({ flowStatus: '2', state: 'open' });
    const body = { columnIds: before.columnIds, actions: ['unmask'], days: 1, reason: '只看一天', version: before.version };
    expect((await analyst('PUT', `${REQUESTS}/${data.id}`, body)).status).toBe(200);
    expect((await stranger('PUT', `${REQUESTS}/${data.id}`, body)).status).toBe(404);
    expect((await analyst('POST', `${REQUESTS}/${data.id}/submit`, {})).data.flowStatus).toBe('3');
    expect(await analyst('PUT', `${REQUESTS}/${data.id}`, { ...body, version: 1 })).toMatchObject({ error: 'flow.closed' });
    expect(await analyst('POST', `${REQUESTS}/${data.id}/submit`, {})).toMatchObject({ error: 'flow.closed' });
    expect((await stranger('POST', `${REQUESTS}/${data.id}/withdraw`, {})).status).toBe(404);
    expect((await analyst('POST', `${REQUESTS}/${data.id}/withdraw`, {})).status).toBe(200);
    expect(await one(data.id)).toMatchObject({ flowStatus: '6', state: 'withdrawn', days: 1 });
    expect(await mobile()).toBe('138****5678');
    const own = (await analyst('GET', `${REQUESTS}/own`)).data;
    expect(own.data.map(({ id }: { id: string }) => id)).toContain(data.id);
    expect((await stranger('GET', `${REQUESTS}/own`)).data.total).toBe(0);
  });

  it('cannot pass when a column became stricter behind the approval', async () => {
    const { data } = await ask();
    await act(owner, data.processInstanceId);
    await app.database.db.updateTable('metadataColumn').set({ level: 'L4' }).where('columnName', '=', 'mobile').execute();
    expect(await act(holder, data.processInstanceId)).toMatchObject({ status: 422, msg: expect.stringContaining('被修改') });
    expect(await mobile()).toBe('138****5678');
    await app.database.db.updateTable('metadataColumn').set({ level: 'L3' }).where('columnName', '=', 'mobile').execute();
    await analyst('POST', `${REQUESTS}/${data.id}/withdraw`, {});
  });

  it('is open to those who see the table, about its own columns, decided by its process alone', async () => {
    expect((await ask({}, stranger)).status).toBe(404);
    expect((await ask({}, app.stranger)).status).toBe(401);
    expect((await ask({ columns: ['salary'] })).status).toBe(404);
    expect((await ask({ days: 0 })).status).toBe(400);
    expect((await ask({ days: 366 })).status).toBe(400);
    expect((await ask({ actions: ['meta'] })).status).toBe(400);
    const { data } = await ask();
    expect((await stranger('GET', `${REQUESTS}/${data.id}`)).status).toBe(404);
    expect((await stranger('GET', `/workflow/instances/${data.processInstanceId}/detail`)).status).toBe(404);
    expect(await holder.call('POST', `${REQUESTS}/decide`, { id: data.id, decision: 'grant' })).toMatchObject({ error: 'flow.closed' });
    const todos = (await holder.call('GET', '/system/home')).data.todos.filter(
      (todo: { kind: string }) => todo.kind === 'metadata.accessRequest',
    );
    expect(todos).toEqual([]);
    await analyst('POST', `${REQUESTS}/${data.id}/withdraw`, {});
  });
});

describe('the last approver', () => {
  const passesTo = async (who: object, by: { call: Send }, asker: Send = analyst) => {
    await bind(await publish(`grant${++keys}`, approver('n1', '审批', who)));
    const { data } = await ask({}, asker);
    const answer = await act(by, data.processInstanceId);
    await asker('POST', `${REQUESTS}/${data.id}/withdraw`, {});
    return answer;
  };

  it('must be able to grant', async () => {
    expect(await passesTo({ kind: 'dataOwner' }, owner)).toMatchObject({ status: 422, error: 'grant.beyondOwn' });
    const weak = await person([...APPROVER, 'metadata:dataauthorize:edit']);
    expect(await passesTo({ kind: 'user', ids: [weak.id] }, weak)).toMatchObject({ error: 'grant.beyondOwn' });
    expect(await mobile()).toBe('138****5678');
  });

  it('must be somebody, and somebody else', async () => {
    const nobody = {
      type: 'approve',
      id: 'n1',
      name: '审批',
      who: [{ kind: 'formUser', field: 'level' }],
      mode: 'any',
      nobody: 'pass',
      next: null,
    };
    await bind(await publish('nobody', nobody));
    expect(await ask()).toMatchObject({ status: 422, msg: expect.stringContaining('没有人审批过') });
    const self = { type: 'approve', id: 'n1', name: '审批', who: [{ kind: 'starter' }], mode: 'any', starter: 'self', next: null };
    await bind(await publish('self', self));
    const both = { id: holder.id, call: holder.call };
    const { data } = await ask({}, both.call);
    expect(await act(both, data.processInstanceId)).toMatchObject({ status: 422, msg: expect.stringContaining('自己的申请') });
    await bind(definition);
  });
});

describe('a request for a whole source', () => {
  it('is granted on the source', async () => {
    expect(
      (await stranger('POST', `/data/metadata/sources/${sourceId}/requests`, { actions: ['query'], days: 3, reason: 'r' })).status,
    ).toBe(404);
    const { data } = await analyst('POST', `/data/metadata/sources/${sourceId}/requests`, { actions: ['export'], days: 3, reason: '月报' });
    // its source has a creator, who answers for it
    await app.admin('GET', '/workflow/tasks/pageTodo').then(({ data: page }) => {
      expect(page.data[0].title).toContain('整个数据源');
    });
    await act({ call: app.admin }, data.processInstanceId);
    expect((await act(holder, data.processInstanceId)).data.flowStatus).toBe('4');
    const grants = (await holder.call('GET', `/data/metadata/authorizes/page?subjectId=${analystId}&objectType=database`)).data.data;
    expect(grants).toMatchObject([{ actions: ['meta', 'export'], requestId: data.id }]);
  });
});

describe('who decides', () => {
  it('is shown before the request and while it runs: copies, owners of the data, and who is picked on the way', async () => {
    const told = { type: 'copy', id: 'k', name: '抄送责任人', who: [{ kind: 'dataOwner' }], next: null };
    const last = approver('n3', '复核', { kind: 'lastPicks' }, approver('n4', '数据授权', { kind: 'user', ids: [holder.id] }));
    const second = approver('n1', '数据责任人审批', { kind: 'dataOwner' }, last);
    await bind(await publish('shown', approver('n0', '初审', { kind: 'user', ids: [holder.id] }, { ...told, next: second })));
    const { nickname } = await app.database.db
      .selectFrom('sysUser')
      .select('nickname')
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow();
    const { data: steps } = await analyst('POST', `/data/metadata/tables/${table}/requests/steps`, {
      columns: [],
      actions: ['export'],
      days: 7,
    });
    expect(steps).toMatchObject([
      { name: '初审', kind: 'task', note: null },
      { name: '抄送责任人', people: [nickname], kind: 'copy' },
      { name: '数据责任人审批', people: [nickname] },
      { name: '复核', people: [], note: '由上一审批人选择' },
      { name: '数据授权' },
    ]);
    const { data } = await ask({ columns: [], actions: ['export'] });
    const { data: track } = await app.admin('GET', `/workflow/instances/track?processInstanceId=${data.processInstanceId}`);
    expect(track.forecast).toMatchObject([
      { id: 'k', people: [nickname] },
      { id: 'n1', people: [nickname] },
      { id: 'n3', people: [], note: '由上一审批人选择' },
      { id: 'n4' },
    ]);
    await analyst('DELETE', `/workflow/instances/delete/${data.processInstanceId}`);
    await bind(definition);
  });
});

describe('without a process in force', () => {
  it('a disabled business refuses, or leaves it to those who grant', async () => {
    const id = String(business['id']);
    const set = async (over: object) => {
      const { data } = await app.admin('GET', `/workflow/business/${id}`);
      await app.admin('PUT', `/workflow/business/${id}`, { ...data, processDefinitionId: definition, ...over, version: data.version });
    };
    await set({ status: '0' });
    expect(await ask()).toMatchObject({ status: 422, error: 'flow.notConfigured' });
    await set({ status: '0', idleRule: 'pass' });
    const { data } = await ask();
    expect(data.flowStatus).toBeNull();
    expect(await holder.call('POST', `${REQUESTS}/decide`, { id: data.id, decision: 'refuse', reason: '不需要' })).toMatchObject({
      status: 200,
    });
    expect(await one(data.id)).toMatchObject({ state: 'refused', flowStatus: null });
  });
});
