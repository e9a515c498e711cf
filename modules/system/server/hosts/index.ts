import type * as z from 'zod';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { SECRET_MASK } from '#kit/contract/fields.ts';
import { assertVersion, crudHandlers, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement, type Recyclable } from '#kit/server/module.ts';
import { forgetFailures, outbound } from '#kit/server/outbound/index.ts';
import { Host, HostInput, HostSearch, host } from '../../contract/host.ts';
import { assertGatewayKept } from '../auth/sms-gateway.ts';
import { probeMailServer } from './probe-mail-server.ts';
import { hostIdOf, secretPurpose } from './registry.ts';

export { hostRegistry } from './registry.ts';

const PRIVATE = 'system:host:private';
const TEST_BYTES = 262_144;

const crud = crudHandlers(
  'sysHost',
  { row: Host, input: HostInput, search: HostSearch },
  {
    label: '外部地址',
    nameField: 'hostName',
    search: { hostName: 'like', host: 'like', status: 'eq' },
    sortable: ['hostName', 'host', 'createTime'],
    order: 'hostName',
    unique: { hostName: '名称已存在' },
  },
);

type Input = z.output<typeof HostInput>;
type Row = z.input<typeof Host>;
const masked = (row: Row): Row => ({ ...row, secretValue: row.secretValue === null ? null : SECRET_MASK });

const invalid = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);

/** The permission to reach private networks is granted separately; a change of the address by anybody else revokes it. */
function assertMayReach(ctx: Ctx, body: Input, before: Row | null): void {
  if (body.isPrivateAllowed !== '1' || holds(ctx.user, PRIVATE)) return;
  const isUnchanged =
    before?.isPrivateAllowed === '1' && before.host === body.host && before.port === body.port && before.scheme === body.scheme;
  if (!isUnchanged) throw new AppError('grant.beyondOwn', '允许访问内网需要安全管理员的权限，请由其设置');
}

async function assertFree(ctx: Ctx, body: Input, id: string | null): Promise<void> {
  const taken = await hostIdOf(ctx.db, body);
  if (taken !== null && taken !== id)
    throw new AppError('entity.duplicate', '该地址已登记', [{ path: 'host', message: '该协议、主机和端口已登记' }]);
}

/** The operation log says that a secret changed, never what it is. */
const quiet = (ctx: Ctx): Ctx =>
  Object.create(ctx, {
    audit: {
      value: {
        change: ({ before, after, ...rest }: Parameters<Ctx['audit']['change']>[0]) =>
          ctx.audit.change({ ...rest, before: hidden(before), after: hidden(after) }),
        note: (text: string) => ctx.audit.note(text),
      },
    },
  }) as Ctx;
const hidden = (row: Record<string, unknown> | null) => {
  if (!row || !('secretValue' in row)) return row;
  const { secretValue: _value, ...rest } = row;
  return rest;
};

/** The sealed secret of a row that is written, null when it has none. */
function sealed(ctx: Ctx, id: string, body: Input, before: Row | null): string | null {
  if (body.secretHeader === null || body.secretValue === null) return null;
  if (body.secretValue !== SECRET_MASK) return ctx.app.secrets.seal(body.secretValue, secretPurpose(id, body));
  const isSame = before !== null && secretPurpose(id, before) === secretPurpose(id, body) && before.secretHeader === body.secretHeader;
  if (!isSame || before.secretValue === null) throw invalid('secretValue', '地址或请求头已改变，请重新填写密钥值，原密钥不会发往新的地址');
  return before.secretValue;
}

async function refuseUsed(ctx: Ctx, ids: readonly string[]): Promise<void> {
  for (const id of ids) await assertGatewayKept(ctx, id, null);
}

const CALL_SORTABLE = ['createTime'] as const;

export const hosts = implement(host, {
  ...crud,
  async page(ctx, input) {
    const page = await crud.page(ctx, input);
    return { ...page, data: page.data.map(masked) };
  },
  get: async (ctx, input) => masked(await crud.get(ctx, input)),
  async create(ctx, { body }) {
    assertMayReach(ctx, body, null);
    await assertFree(ctx, body, null);
    if (body.secretValue === SECRET_MASK) throw invalid('secretValue', '请填写密钥值');
    // the secret is sealed for the id, which the row gets first
    const { id } = await crud.create(quiet(ctx), { body: { ...body, secretValue: null } });
    const secretValue = sealed(ctx, id, body, null);
    if (secretValue !== null) await ctx.db.updateTable('sysHost').set({ secretValue }).where('id', '=', id).execute();
    return { id };
  },
  async update(ctx, { params, body }) {
    const before = await crud.get(ctx, { params });
    assertVersion(before, body);
    assertMayReach(ctx, body, before);
    await assertFree(ctx, body, params.id);
    await assertGatewayKept(ctx, params.id, body);
    const answer = await crud.update(quiet(ctx), { params, body: { ...body, secretValue: sealed(ctx, params.id, body, before) } });
    ctx.afterCommit(() => forgetFailures(ctx.app, params.id));
    return answer;
  },
  async remove(ctx, input) {
    await refuseUsed(ctx, [input.params.id]);
    return crud.remove(quiet(ctx), input);
  },
  async removeBatch(ctx, input) {
    await refuseUsed(ctx, input.params.ids);
    return crud.removeBatch(quiet(ctx), input);
  },
  async test(ctx, { params }) {
    const row = await crud.get(ctx, { params });
    const { app, signal, user } = ctx;
    if (row.scheme === 'smtp' || row.scheme === 'smtps') return probeMailServer(app, row, { signal, userId: user.id });
    const { testPath } = row;
    const reply = await outbound(app).send({
      hostId: params.id,
      purpose: '测试',
      path: testPath,
      maxBytes: TEST_BYTES,
      signal,
      userId: user.id,
    });
    return { status: reply.status, address: reply.address, ms: reply.ms };
  },
  async calls(ctx, { query }) {
    let rows = ctx.db.selectFrom('sysHostCall').leftJoin('sysHost', 'sysHost.id', 'sysHostCall.hostId');
    if (query.hostId) rows = rows.where('sysHostCall.hostId', '=', query.hostId);
    if (query.state) rows = rows.where('sysHostCall.state', '=', query.state);
    let list = rows
      .leftJoin('sysUser', 'sysUser.id', 'sysHostCall.createBy')
      .select([
        'sysHostCall.id',
        'sysHostCall.hostId',
        'sysHost.hostName',
        'sysHostCall.purpose',
        'sysHostCall.method',
        'sysHostCall.path',
        'sysHostCall.address',
        'sysHostCall.status',
        'sysHostCall.state',
        'sysHostCall.message',
        'sysHostCall.received',
        'sysHostCall.ms',
        'sysUser.nickname as createBy',
        'sysHostCall.createTime',
      ]);
    for (const [field, direction] of sortOrders(query.sort, CALL_SORTABLE, '-createTime'))
      list = list.orderBy(field === 'id' ? 'sysHostCall.id' : 'sysHostCall.createTime', direction);
    const page = await pageRows(query, list, rows);
    return { ...page, data: page.data.map((row) => ({ ...row, state: row.state as 'done' | 'refused' | 'failed' })) };
  },
});

export const recycledHosts: Recyclable = {
  table: 'sysHost',
  label: '外部地址',
  nameField: 'hostName',
  code: 'system:host',
  labels: { scheme: '协议', host: '主机', port: '端口', isPrivateAllowed: '允许内网', secretHeader: '密钥请求头', ownerName: '负责人' },
  view: ({ secretValue: _value, ...row }) => row,
  async beforeRestore(ctx, id) {
    const row = await ctx.db
      .selectFrom('sysHost')
      .select(['hostName', 'scheme', 'host', 'port', 'isPrivateAllowed'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (row.isPrivateAllowed === '1' && !holds(ctx.user, PRIVATE))
      throw new AppError('grant.beyondOwn', '允许访问内网的外部地址只能由安全管理员恢复');
    const named = await ctx.db
      .selectFrom('sysHost')
      .select('id')
      .where('hostName', '=', row.hostName)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (named || (await hostIdOf(ctx.db, row)) !== null) throw new AppError('entity.duplicate', '名称或地址已被其他外部地址使用，不能恢复');
  },
  beforePurge: async ({ db }, id) => void (await db.deleteFrom('sysHostCall').where('hostId', '=', id).execute()),
};
