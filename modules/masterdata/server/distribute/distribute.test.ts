import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetFailures } from '#kit/server/outbound/index.ts';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { matched, putRecords } from '../match/test-records.ts';
import { builtModel, CUSTOMER, MODELS } from '../test-model.ts';
import { makeTarget, reachOnly, Receiver, register, settled, targetBody, targetOf, TARGETS } from './test-receiver.ts';

const app = startApp({ managed: true });
const CODE = '91350100M000100Y43';
let receiver: Receiver;
let count = 0;
let modelId = '';
let port = 0;

beforeAll(async () => {
  receiver = new Receiver();
  port = await receiver.open();
  reachOnly(app.node.app, port);
  await register(app.admin);
});
afterAll(() => receiver.close());
beforeEach(async () => {
  count += 1;
  [receiver.posts, receiver.atOnce, receiver.answer] = [[], 0, () => 200];
  modelId = await builtModel(app.admin, { ...CUSTOMER, modelName: `客户${count}`, modelLogicTable: `customer_${count}` });
}, 60_000);

const add = async (values: object): Promise<string> => {
  const { status, msg, data } = await app.admin('POST', `${MODELS}/${modelId}/datas`, { values });
  if (status !== 200) throw new Error(msg);
  return data.id as string;
};
const change = async (id: string, values: object) => {
  const { data } = await app.admin('GET', `${MODELS}/${modelId}/datas/${id}`);
  const answer = await app.admin('PUT', `${MODELS}/${modelId}/datas/${id}`, { values, version: data.version });
  expect(answer.status, answer.msg).toBe(200);
};
const host = async (status: string): Promise<void> => {
  const row = (await app.admin('GET', '/system/hosts/page')).data.data.find((one: { host: string }) => one.host === 'orders.example');
  const answer = await app.admin('PUT', `/system/hosts/${row.id}`, { ...row, status });
  expect(answer.status, answer.msg).toBe(200);
};
const hurry = async (id: string) => {
  for (const { hostId } of await app.database.db.selectFrom('sysHost').select('id as hostId').execute())
    forgetFailures(app.node.app, hostId);
  await app.admin('POST', `${TARGETS}/${id}/resume`);
};

describe('records that are pushed', () => {
  it('begin with all there are, follow every change in order with a version, and are signed', async () => {
    await putRecords(app.node.app, modelId, [{ id: 'a1', values: { customer_name: '甲', credit_code: CODE } }]);
    const id = await makeTarget(app.admin, modelId);
    await settled(app.admin, id);
    expect(receiver.taken).toEqual([
      {
        seq: '1',
        id: 'a1',
        version: '1',
        action: 'upsert',
        reason: 'snapshot',
        time: expect.any(String) as string,
        values: { name: '甲', code: CODE },
      },
    ]);
    const { headers, body } = receiver.posts[0]!;
    const signature = createHmac('sha256', 'shared-key')
      .update(`${String(headers['x-databrain-timestamp'])}.${body}`)
      .digest('hex');
    expect(headers['x-databrain-signature']).toBe(`sha256=${signature}`);
    await change('a1', { customer_name: '乙' });
    const other = await add({ customer_name: '丙' });
    const { data } = await app.admin('GET', `${MODELS}/${modelId}/datas/${other}`);
    await app.admin('POST', `${MODELS}/${modelId}/datas/${other}/retire`, { version: data.version, reason: '停业' });
    await app.admin('DELETE', `${MODELS}/${modelId}/datas/batch/${other}`);
    const shown = await settled(app.admin, id);
    expect(receiver.disordered).toEqual([]);
    expect([...receiver.records.values()].map(({ values }) => values)).toEqual([{ name: '乙', code: CODE }]);
    expect(shown).toMatchObject({ backlog: 0, records: 1, dead: 0, address: '******', secret: '******', addressHost: 'orders.example' });
    expect((await app.admin('GET', `${MODELS}/${modelId}/datas/a1/targets`)).data).toMatchObject([
      { recordVersion: '2', sentVersion: '2' },
    ]);
    expect((await app.admin('GET', `${TARGETS}/${id}/compare`)).data).toMatchObject({
      records: 1,
      current: 1,
      missing: 0,
      behind: 0,
      surplus: 0,
    });
  });

  it('are told of a merge and of its undoing', async () => {
    const id = await makeTarget(app.admin, modelId);
    await putRecords(
      app.node.app,
      modelId,
      ['a1', 'a2'].map((one) => ({ id: one, values: { customer_name: '江苏沿江城市建设投资有限公司', credit_code: CODE } })),
    );
    await app.admin('POST', `${TARGETS}/${id}/replay`, {});
    await settled(app.admin, id);
    expect(receiver.records.size).toBe(2);
    await matched(app.admin, modelId);
    const [group] = (await app.admin('GET', `${MODELS}/${modelId}/candidates/page?state=open`)).data.data;
    const merged = await app.admin('POST', `${MODELS}/${modelId}/merges`, { candidateId: group.id });
    expect(merged.status, merged.msg).toBe(200);
    await settled(app.admin, id);
    expect([...receiver.records.keys()]).toEqual([merged.data.recordId]);
    expect(receiver.taken.slice(-2).map(({ action, reason }) => [action, reason])).toEqual([
      ['remove', 'merge'],
      ['upsert', 'merge'],
    ]);
    await app.admin('POST', `/data/masterdata/merges/${merged.data.id}/undo`);
    await settled(app.admin, id);
    expect([...receiver.records.keys()].sort()).toEqual(['a1', 'a2']);
    expect(receiver.disordered).toEqual([]);
  });

  it('wait while the target is down, and then all arrive in order', async () => {
    const id = await makeTarget(app.admin, modelId, { batchSize: 50 });
    receiver.answer = () => 503;
    const ids = await Promise.all(Array.from({ length: 5 }, (_, at) => add({ customer_name: `客户 ${at}` })));
    for (let round = 0; round < 19; round++) await Promise.all(ids.map((one) => change(one, { customer_name: `客户 ${one} ${round}` })));
    const held = await until(
      () => targetOf(app.admin, id),
      ({ tries }) => tries > 0,
    );
    expect(held).toMatchObject({ state: 'running', problem: '目标返回 HTTP 503', backlog: 100 });
    receiver.answer = () => 200;
    await hurry(id);
    expect(await settled(app.admin, id)).toMatchObject({ problem: null, tries: 0, dead: 0 });
    expect(receiver.taken.length).toBe(100);
    expect(receiver.disordered).toEqual([]);
    expect(receiver.atOnce).toBe(1);
    for (const one of ids) expect(receiver.records.get(one)).toMatchObject({ version: '20', values: { name: `客户 ${one} 18` } });
  }, 120_000);

  it('that the target does not take do not hold up others, and are sent again on demand', async () => {
    const id = await makeTarget(app.admin, modelId);
    receiver.answer = (messages) => (messages.some(({ values }) => values?.name === '坏') ? 422 : 200);
    const [good, bad, last] = [await add({ customer_name: '好' }), await add({ customer_name: '坏' }), await add({ customer_name: '末' })];
    await settled(app.admin, id);
    expect([...receiver.records.keys()]).toEqual([good, last]);
    const log = async () => (await app.admin('GET', `${TARGETS}/${id}/deliveries?recordId=${bad}`)).data.data;
    expect(await log()).toMatchObject([{ title: '坏', state: 'retry', httpStatus: 422, message: '目标返回 HTTP 422' }]);
    await app.database.db
      .updateTable('masterdataDelivery')
      .set({ tries: 4, nextTime: new Date(0) })
      .where('targetId', '=', id)
      .where('state', '=', 'retry')
      .execute();
    await until(log, ([one]) => one.state === 'dead');
    expect(await targetOf(app.admin, id)).toMatchObject({ dead: 1, state: 'running' });
    receiver.answer = () => 200;
    expect((await app.admin('POST', `${TARGETS}/${id}/retry`, {})).data).toEqual({ count: 1 });
    await until(log, ([one]) => one.state === 'done');
    expect(receiver.records.size).toBe(3);
  });

  it('that a later change made needless are not sent again', async () => {
    const id = await makeTarget(app.admin, modelId);
    receiver.answer = (messages) => (messages.some(({ values }) => values?.name === '坏') ? 422 : 200);
    const one = await add({ customer_name: '坏' });
    await settled(app.admin, id);
    await change(one, { customer_name: '好' });
    await settled(app.admin, id);
    const log = (await app.admin('GET', `${TARGETS}/${id}/deliveries?recordId=${one}`)).data.data as { state: string }[];
    expect(log.map(({ state }) => state).sort()).toEqual(['done', 'superseded']);
  });

  it('leave only where the conditions are met, and are taken back where they are no more', async () => {
    const id = await makeTarget(app.admin, modelId, { conditions: [{ column: 'customer_name', kind: 'like', value: '集团' }] });
    const one = await add({ customer_name: '沿江集团' });
    await add({ customer_name: '别家' });
    await settled(app.admin, id);
    expect([...receiver.records.keys()]).toEqual([one]);
    await change(one, { customer_name: '沿江公司' });
    await settled(app.admin, id);
    expect(receiver.records.size).toBe(0);
    expect(receiver.taken.at(-1)).toMatchObject({ id: one, action: 'remove', reason: 'change', values: null });
  });

  it('rest while they are paused and go on where they were; they are told again from a number', async () => {
    const id = await makeTarget(app.admin, modelId);
    await add({ customer_name: '一' });
    await settled(app.admin, id);
    expect((await app.admin('POST', `${TARGETS}/${id}/pause`)).status).toBe(200);
    await add({ customer_name: '二' });
    expect(await targetOf(app.admin, id)).toMatchObject({ state: 'paused', backlog: 1 });
    expect(receiver.taken.length).toBe(1);
    await app.admin('POST', `${TARGETS}/${id}/resume`);
    await settled(app.admin, id);
    expect(receiver.taken.map(({ seq }) => seq)).toEqual(['1', '2']);
    expect(await app.admin('POST', `${TARGETS}/${id}/replay`, { after: '9' })).toMatchObject({ status: 422, error: 'rule.broken' });
    await app.admin('POST', `${TARGETS}/${id}/replay`, { after: '1' });
    await settled(app.admin, id);
    expect(receiver.taken.map(({ seq }) => seq)).toEqual(['1', '2', '2']);
  });

  it('stop with a sentence where waiting mends nothing', async () => {
    const id = await makeTarget(app.admin, modelId);
    await host('0');
    await add({ customer_name: '一' });
    const stopped = await until(
      () => targetOf(app.admin, id),
      ({ state }) => state === 'stopped',
    );
    expect(stopped).toMatchObject({ backlog: 1, problem: expect.stringContaining('已禁用') as string });
    await host('1');
    await hurry(id);
    await settled(app.admin, id);
    expect(receiver.taken.length).toBe(1);
  });

  it('stop where the certificate of the target is not trusted', async () => {
    const tls = { hostName: '加密', scheme: 'https', host: 'secure.example', port: 443, status: '1' };
    expect((await app.admin('POST', '/system/hosts', tls)).status).toBe(200);
    const id = await makeTarget(app.admin, modelId, { address: 'https://secure.example/x' });
    await add({ customer_name: '一' });
    const stopped = await until(
      () => targetOf(app.admin, id),
      ({ state }) => state === 'stopped',
    );
    expect(stopped).toMatchObject({ backlog: 1, problem: expect.stringContaining('证书') as string });
    const inbox = await app.database.db.selectFrom('sysMessage').select('title').where('accountId', '=', stopped.ownerId).execute();
    expect(inbox.map(({ title }) => title)).toContain('主数据分发需要处理');
  });

  it('differ from what the target has after a loss there is noticed and are sent once more', async () => {
    const id = await makeTarget(app.admin, modelId);
    const [one, two] = [await add({ customer_name: '一' }), await add({ customer_name: '二' })];
    await settled(app.admin, id);
    await app.database.db.deleteFrom('masterdataTargetRecord').where('recordId', '=', one).execute();
    await app.database.db.updateTable('masterdataTargetRecord').set({ recordVersion: 0 }).where('recordId', '=', two).execute();
    const compared = (await app.admin('GET', `${TARGETS}/${id}/compare`)).data;
    expect(compared).toMatchObject({ records: 2, current: 0, missing: 1, behind: 1, surplus: 0 });
    expect((await app.admin('POST', `${TARGETS}/${id}/resend`)).data).toEqual({ count: 2 });
    await settled(app.admin, id);
    expect((await app.admin('GET', `${TARGETS}/${id}/compare`)).data).toMatchObject({ current: 2, missing: 0, behind: 0 });
    expect(receiver.taken.slice(-2).map(({ reason }) => reason)).toEqual(['resend', 'resend']);
  });
});

describe('who may', () => {
  it('see and change targets, and what is refused', async () => {
    const id = await makeTarget(app.admin, modelId, { conditions: [{ column: 'customer_name', kind: 'filled' }] });
    const { columns, conditions } = (await app.admin('GET', `${TARGETS}/${id}`)).data;
    expect([columns[0], conditions[0]]).toMatchObject([
      { from: 'customer_name', label: '名称' },
      { column: 'customer_name', label: '名称' },
    ]);
    const nobody = app.as((await app.make.user({ perms: ['masterdata:model:list'] })).token);
    for (const [method, path] of [
      ['GET', `${TARGETS}/page`],
      ['GET', `${TARGETS}/${id}`],
      ['POST', `${TARGETS}/${id}/pause`],
      ['GET', `${TARGETS}/${id}/deliveries`],
    ] as const)
      expect((await nobody(method, path)).status).toBe(403);
    const other = app.as(
      (await app.make.user({ perms: ['masterdata:target:list', 'masterdata:target:detail', 'masterdata:target:send'], dataScope: '5' }))
        .token,
    );
    expect((await other('GET', `${TARGETS}/${id}`)).status).toBe(404);
    expect((await other('POST', `${TARGETS}/${id}/pause`)).status).toBe(404);
    expect((await other('GET', `${TARGETS}/page`)).data.total).toBe(0);
  });
  it.each([
    [{ address: 'http://unknown.example/x' }, 400],
    [{ address: 'ftp://orders.example/x' }, 400],
    [{ address: '' }, 400],
    [{ columns: [] }, 400],
    [{ columns: [{ from: 'nothing', to: 'x' }] }, 400],
    [
      {
        columns: [
          { from: 'customer_name', to: 'x' },
          { from: '$id', to: 'x' },
        ],
      },
      400,
    ],
    [{ conditions: [{ column: 'customer_name', kind: 'eq', value: '' }] }, 400],
    [{ kind: 'api' }, 400],
    [{ kind: 'table' }, 400],
    [{ modelId: '404' }, 404],
  ])('%j is refused', async (over, status) => {
    expect((await app.admin('POST', TARGETS, targetBody(modelId, over))).status).toBe(status);
  });
  it('keeps a stored key from signing for another address', async () => {
    const id = await makeTarget(app.admin, modelId);
    const row = await targetOf(app.admin, id);
    const kept = await app.admin('PUT', `${TARGETS}/${id}`, { ...row, targetName: '改名' });
    expect(kept.status, kept.msg).toBe(200);
    const moved = await app.admin('PUT', `${TARGETS}/${id}`, { ...row, version: 1, address: 'http://orders.example/other' });
    expect(moved).toMatchObject({ status: 400, error: 'input.invalid' });
    await add({ customer_name: '一' });
    await settled(app.admin, id);
    expect(receiver.posts[0]?.headers['x-databrain-signature']).toMatch(/^sha256=/);
  });
  it('sensitive columns leave masked, and in the clear only with the rights of whoever chose so', async () => {
    const table = await app.database.db
      .selectFrom('metadataTable')
      .select('id')
      .where('tableName', '=', `md_customer_${count}`)
      .executeTakeFirstOrThrow();
    await app.database.db
      .updateTable('metadataColumn')
      .set({ level: 'L3' })
      .where('columnName', '=', 'credit_code')
      .where('tableId', '=', table.id)
      .execute();
    const perms = [
      'masterdata:target:add',
      'masterdata:target:list',
      'masterdata:target:detail',
      'masterdata:data:list',
      'masterdata:target:remove',
    ];
    const keeper = app.as((await app.make.user({ perms, dataScope: '1' })).token);
    const clear = [
      { from: 'customer_name', to: 'name' },
      { from: 'credit_code', to: 'code', isClear: '1' },
    ];
    expect(await keeper('POST', TARGETS, targetBody(modelId, { columns: clear }))).toMatchObject({ status: 422, error: 'gate.refused' });
    // whose form offers the clear value for this column alone
    const form = (await app.admin('GET', `/data/masterdata/models/form/param/${modelId}`)).data;
    expect(
      form.columnList.flatMap((one: { columnName: string; isSensitive: boolean }) => (one.isSensitive ? [one.columnName] : [])),
    ).toEqual(['credit_code']);
    const conditions = [{ column: 'credit_code', kind: 'eq', value: CODE }];
    expect((await keeper('POST', TARGETS, targetBody(modelId, { conditions }))).status).toBe(400);
    const masked = await makeTarget(app.admin, modelId);
    const { ownerId } = await targetOf(app.admin, masked);
    const grant = {
      subjectType: 'user',
      subjectId: ownerId,
      objectType: 'table',
      objectId: table.id,
      actions: ['meta', 'query', 'unmask'],
    };
    expect((await app.admin('POST', '/data/metadata/authorizes', grant)).status).toBe(200);
    const open = await makeTarget(app.admin, modelId, { columns: clear });
    await add({ customer_name: '甲', credit_code: CODE });
    await Promise.all([settled(app.admin, masked), settled(app.admin, open)]);
    const codes = receiver.taken.map(({ values }) => values?.code);
    expect(codes).toHaveLength(2);
    expect(codes).toContain(CODE);
    expect(codes.filter((code) => code !== CODE)[0]).toContain('*');
    const preview = (await keeper('GET', `${TARGETS}/${open}/preview`)).data;
    expect(preview).toHaveLength(1);
    expect(preview[0].values.code).toContain('*');
    expect((await app.admin('GET', `${TARGETS}/${open}/preview`)).data[0].values.code).toBe(CODE);
  });
});
