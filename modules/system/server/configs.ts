import { AppError } from '#kit/contract/errors.ts';
import { holds } from '#kit/contract/access.ts';
import { SECRET_MASK } from '#kit/contract/fields.ts';
import { assertVersion, crudHandlers } from '#kit/server/crud.ts';
import type { App, Ctx } from '#kit/server/ctx.ts';
import { implement, type ConfigSeed } from '#kit/server/module.ts';
import { ConfigInput, ConfigRow, ConfigSearch, config, type Config, type ConfigRule } from '../contract/config.ts';
import { assertSmsSetting } from './auth/sms-gateway.ts';
import { CONFIG_PURPOSE } from './config-values.ts';
import { hostIdOf } from './hosts/registry.ts';
import { numberProblem } from '../core/config-value.ts';
import type * as z from 'zod';

type Input = z.output<typeof ConfigInput>;
type Row = z.input<typeof ConfigRow>;

const masked = <T extends { configType: string; configValue: string }>(row: T): T =>
  row.configType === 'secret' ? { ...row, configValue: row.configValue === '' ? '' : SECRET_MASK } : row;

/** What a module declares about a key, undefined for settings that people have added. */
const declaredOf = (app: App, key: string): ConfigSeed | undefined => {
  for (const { configs: seeds } of app.modules) {
    const found = seeds?.find((seed) => seed.key === key);
    if (found) return found;
  }
  return undefined;
};

const ruleOf = (seed: ConfigSeed): z.input<typeof ConfigRule> => ({
  groupName: seed.group,
  defaultValue: seed.value,
  help: seed.remark ?? null,
  range: seed.type === 'number' ? { min: seed.min, max: seed.max, unit: seed.unit, decimals: seed.decimals ?? 0 } : null,
});

/** A row together with its declaration. */
async function explained(app: App, row: Row): Promise<z.input<typeof Config>> {
  const seed = declaredOf(app, row.configKey);
  return { ...row, rule: seed ? { ...ruleOf(seed), missing: (await seed.missing?.(app)) ?? null } : null };
}

/** Checks a value against the type and the declaration of its key. Throws input.invalid with a message that names the range. */
function checkValue(app: App, body: Input): void {
  const refuse = (message: string) => {
    throw new AppError('input.invalid', message, [{ path: 'configValue', message }]);
  };
  const seed = declaredOf(app, body.configKey);
  if (body.configType === 'number') {
    const problem = numberProblem(body.configValue, seed?.type === 'number' ? seed : null);
    if (problem) refuse(problem);
  }
  if (body.configType === 'boolean' && !/^(true|false|0|1)$/.test(body.configValue)) refuse('参数键值应为 true 或 false');
  if (body.configType === 'secret' && body.isPublic === '1')
    throw new AppError('input.invalid', '加密参数不能公开', [{ path: 'isPublic', message: '加密参数不能公开' }]);
  const problem = seed && seed.type !== 'number' && seed.type === body.configType ? (seed.problem?.(body.configValue) ?? null) : null;
  if (problem) refuse(problem);
}

const crud = crudHandlers(
  'sysConfig',
  { row: ConfigRow, input: ConfigInput, search: ConfigSearch },
  {
    label: '参数',
    nameField: 'configName',
    search: { configName: 'like', configKey: 'like', configType: 'eq', status: 'eq' },
    sortable: ['configName', 'configKey', 'createTime'],
    order: 'configKey',
    unique: { configKey: '参数键名已存在' },
  },
);

const seal = (ctx: Ctx, key: string, value: string): string =>
  value === '' ? '' : ctx.app.secrets.seal(value, `${CONFIG_PURPOSE}:${key}`);

async function lockedRow(ctx: Ctx, id: string): Promise<Row & { version: number }> {
  const row = await ctx.db
    .selectFrom('sysConfig')
    .select([
      'id',
      'version',
      'configName',
      'configKey',
      'configValue',
      'configType',
      'isPublic',
      'isBuiltIn',
      'status',
      'remark',
      'createBy',
      'createTime',
      'updateBy',
      'updateTime',
    ])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row as Row & { version: number };
}

async function refuseBuiltIn(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const rows = await ctx.db
    .selectFrom('sysConfig')
    .select('configName')
    .where('id', 'in', ids)
    .where('isBuiltIn', '=', '1')
    .where('deletedAt', 'is', null)
    .execute();
  if (rows.length > 0) throw new AppError('rule.broken', `内置参数不能删除，可以禁用：${rows.map((row) => row.configName).join('、')}`);
}

export const configs = implement(config, {
  ...crud,
  async page(ctx, input) {
    const page = await crud.page(ctx, input);
    return { ...page, data: await Promise.all(page.data.map((row) => explained(ctx.app, masked(row)))) };
  },
  get: async (ctx, input) => explained(ctx.app, masked(await crud.get(ctx, input))),
  async create(ctx, input) {
    const { body } = input;
    checkValue(ctx.app, body);
    if (body.configType !== 'secret') return crud.create(ctx, input);
    return crud.create(secretAudit(ctx), { body: { ...body, configValue: seal(ctx, body.configKey, body.configValue) } });
  },
  async update(ctx, { params, body }) {
    const before = await lockedRow(ctx, params.id);
    assertVersion(before, body);
    if (before.isBuiltIn === '1' && (body.configKey !== before.configKey || body.configType !== before.configType))
      throw new AppError('rule.broken', '内置参数的键名和类型不能修改');
    const wasSecret = before.configType === 'secret';
    const isKept = wasSecret && body.configValue === SECRET_MASK;
    if (isKept && body.configType !== 'secret')
      throw new AppError('input.invalid', '改为普通参数时请重新填写参数键值', [{ path: 'configValue', message: '请重新填写参数键值' }]);
    checkValue(ctx.app, body);
    await assertSmsSetting(ctx, body.configKey, {
      before: before.configValue,
      after: isKept ? before.configValue : body.configValue,
      isActive: body.status === '1',
    });
    if (body.configValue !== before.configValue || before.status !== body.status) await assertRegistered(ctx, body);
    if (body.configType !== 'secret') {
      const answer = await crud.update(wasSecret ? secretAudit(ctx) : ctx, { params, body });
      await emptyCarried(ctx, body.configKey, before.configValue, body.configValue);
      return answer;
    }
    const plain = isKept
      ? before.configValue === ''
        ? ''
        : ctx.app.secrets.open(before.configValue, `${CONFIG_PURPOSE}:${before.configKey}`)
      : body.configValue;
    return crud.update(secretAudit(ctx), { params, body: { ...body, configValue: seal(ctx, body.configKey, plain) } });
  },
  async remove(ctx, input) {
    await refuseBuiltIn(ctx, [input.params.id]);
    return crud.remove(secretAudit(ctx), input);
  },
  async removeBatch(ctx, input) {
    await refuseBuiltIn(ctx, input.params.ids);
    return crud.removeBatch(secretAudit(ctx), input);
  },
  async key(ctx, { params }) {
    const row = await ctx.db
      .selectFrom('sysConfig')
      .select(['configValue', 'configType', 'isPublic'])
      .where('configKey', '=', params.key)
      .where('status', '=', '1')
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    const mayRead = row && row.configType !== 'secret' && (row.isPublic === '1' || holds(ctx.user, 'system:config:detail'));
    if (!mayRead) throw new AppError('entity.notFound', '参数不存在或未公开');
    return row.configValue;
  },
  rules: (ctx) => ctx.app.modules.flatMap((module) => (module.configs ?? []).map((seed) => ({ configKey: seed.key, ...ruleOf(seed) }))),
  refresh: () => null,
});

/** A server that a setting names is one of the registered ones, so that the rules of addresses hold for it. Throws rule.broken. */
async function assertRegistered(ctx: Ctx, { configKey, configValue, status }: Input): Promise<void> {
  const outside = declaredOf(ctx.app, configKey)?.outside;
  if (!outside || configValue.trim() === '' || status !== '1') return;
  const origin = outside(configValue);
  if (!origin || (await hostIdOf(ctx.db, origin)) === null)
    throw new AppError('rule.broken', `${seedName(ctx, configKey)}的协议、主机和端口须先在“系统管理－外部地址”中登记`);
}
const seedName = (ctx: Ctx, key: string): string => declaredOf(ctx.app, key)?.name ?? key;

/** Empties the secret that is meant for what a setting named until now. */
async function emptyCarried(ctx: Ctx, key: string, before: string, after: string): Promise<void> {
  const carries = declaredOf(ctx.app, key)?.carries;
  if (!carries || carries.target(before) === carries.target(after)) return;
  const emptied = await ctx.db
    .updateTable('sysConfig')
    .set((e) => ({ configValue: '', version: e('version', '+', 1), updateBy: ctx.user.id, updateTime: ctx.now }))
    .where('configKey', '=', carries.secret)
    .where('configType', '=', 'secret')
    .where('configValue', '!=', '')
    .returning('configName')
    .executeTakeFirst();
  if (emptied) ctx.audit.note(`已清除“${emptied.configName}”，请重新填写`);
}

/** The same call with an operation log that shows only that a secret value changed. */
function secretAudit(ctx: Ctx): Ctx {
  const hide = (row: Record<string, unknown> | null) => {
    if (!row || !('configValue' in row)) return row;
    const { configValue: _value, ...rest } = row;
    return rest;
  };
  return Object.create(ctx, {
    audit: {
      value: {
        change: (change: Parameters<Ctx['audit']['change']>[0]) =>
          ctx.audit.change({ ...change, before: hide(change.before), after: hide(change.after) }),
        note: (text: string) => ctx.audit.note(text),
      },
    },
  }) as Ctx;
}
