import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { sealedAddress } from '#kit/server/outbound/sealed-address.ts';
import { scope } from '#kit/server/scope.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { managedSourceId } from '#modules/managed/server/index.ts';
import { findSource, mayChangeData } from '#modules/sources/server/index.ts';
import { RECORD_VALUES, type TargetInput } from '../../contract/target.ts';
import { sourceTable } from '../map-rows.ts';
import { masksOf, sensitiveColumns } from '../masks.ts';
import type { ModelInForce } from '../model-in-force.ts';
import { addressPurpose, secretPurpose, type StoredColumns, type StoredConditions, type StoredTarget } from './target-rows.ts';

const invalid = (path: string, message: string): AppError => new AppError('input.invalid', message, [{ path, message }]);
/** Kinds of databases that records are written into. */
const WRITABLE: ReadonlySet<string> = new Set(['postgres', 'mysql']);
const OWN: ReadonlySet<string> = new Set(RECORD_VALUES);

const firstTwice = (names: readonly string[]): string | undefined => names.find((name, at) => names.indexOf(name) !== at);

/** The columns by their ids. Throws where a sensitive one is to leave in the clear that the caller sees masked. */
async function checkedColumns(ctx: Ctx, model: ModelInForce, body: TargetInput): Promise<StoredColumns> {
  const twice = firstTwice(body.columns.map(({ to }) => to));
  if (twice !== undefined) throw invalid('columns', `目标字段 ${twice} 重复`);
  const [masks, sensitive] = [await masksOf(ctx, model), await sensitiveColumns(ctx.db, model)];
  return body.columns.map(({ from, to, isClear }) => {
    if (OWN.has(from)) return { from, to, isClear: '0' };
    const column = model.columns.find(({ columnName }) => columnName === from);
    if (!column) throw invalid('columns', `模型中没有列 ${from}`);
    if (isClear === '1' && masks.has(column.id)) {
      const message = `“${column.columnComment}”对您脱敏显示，没有明文权限，不能明文分发`;
      throw new AppError('gate.refused', message, [{ path: 'columns', message }]);
    }
    return { from: column.id, to, isClear: isClear === '1' && sensitive.has(column.id) ? '1' : '0' };
  });
}

/** The conditions by ids of columns: what the caller sees masked is no condition, the choice would tell it. */
async function checkedConditions(ctx: Ctx, model: ModelInForce, body: TargetInput): Promise<StoredConditions> {
  const masks = await masksOf(ctx, model);
  return body.conditions.map(({ column: name, kind, value }) => {
    const column = model.columns.find(({ columnName }) => columnName === name);
    if (!column) throw invalid('conditions', `模型中没有列 ${name}`);
    if (masks.has(column.id)) throw invalid('conditions', `“${column.columnComment}”对您脱敏显示，不能用作条件`);
    if (kind !== 'empty' && kind !== 'filled' && value === '') throw invalid('conditions', `请填写“${column.columnComment}”的条件值`);
    return { columnId: column.id, kind, value };
  });
}

const ADDRESS_WORDS = { paths: { address: 'address', secret: 'secret' }, names: { address: '推送地址', secret: '签名密钥' } } as const;

async function addressed(ctx: Ctx, id: string, { address, secret }: TargetInput, stored: StoredTarget | null) {
  const before = stored && { address: stored.addressSealed, secret: stored.secretSealed, host: stored.addressHost };
  const purposes = { address: addressPurpose(id), secret: secretPurpose(id) };
  const sealed = await sealedAddress(ctx, { address, secret }, { before, purposes, words: ADDRESS_WORDS });
  return { addressSealed: sealed.address, addressHost: sealed.host, secretSealed: sealed.secret };
}

/** Throws unless the caller may change data of the source and its table has the columns. */
async function assertTable(ctx: Ctx, body: TargetInput): Promise<void> {
  const { sourceId, tableId, keyColumn } = body;
  if (sourceId === null) throw invalid('sourceId', '请选择数据源');
  if (tableId === null) throw invalid('tableId', '请选择数据表');
  if (keyColumn === null) throw invalid('keyColumn', '请选择主键字段');
  if (sourceId === (await managedSourceId(ctx.db))) throw invalid('sourceId', '平台数据的表由各功能维护，不能作为写入目标');
  const source = (await mayChangeData(ctx, sourceId)) ? await findSource(ctx.app, ctx.db, sourceId) : null;
  if (!source)
    throw new AppError('gate.refused', '没有修改该数据源数据的权限，不能写入其中的表', [
      { path: 'sourceId', message: '没有修改数据的权限' },
    ]);
  const dialect = dialectOf(source.adapter.dialect);
  if (!WRITABLE.has(dialect.name)) throw invalid('sourceId', `${dialect.label} 暂不支持写表，请用推送或拉取的方式分发`);
  const table = await sourceTable(ctx.db, sourceId, tableId);
  if (!table) throw invalid('tableId', '数据表不存在或不属于该数据源');
  const names = [keyColumn, ...body.columns.map(({ to }) => to)];
  const missing = names.find((name) => !table.columns.has(name));
  if (missing !== undefined) throw invalid('columns', `目标表中没有字段 ${missing}`);
  if (firstTwice(names) !== undefined) throw invalid('columns', `主键字段 ${keyColumn} 由记录编号写入，不能再映射`);
}

async function assertApp(ctx: Ctx, appId: string | null): Promise<void> {
  if (appId === null) throw invalid('appId', '请选择应用');
  const app = await ctx.db
    .selectFrom('marketApp')
    .select('id')
    .where('id', '=', appId)
    .where('deletedAt', 'is', null)
    .where(scope(ctx, { dept: 'createDept', owner: 'createBy' }))
    .executeTakeFirst();
  if (!app) throw invalid('appId', '应用不存在或没有查看权限');
}

/** What of a target is stored, checked with the rights of the caller: records leave with these. */
export async function checkedTarget(ctx: Ctx, model: ModelInForce, id: string, body: TargetInput, before: StoredTarget | null) {
  const columns = await checkedColumns(ctx, model, body);
  const conditions = await checkedConditions(ctx, model, body);
  if (body.kind === 'table') await assertTable(ctx, body);
  if (body.kind === 'api') await assertApp(ctx, body.appId);
  const nothing = { addressSealed: null, addressHost: null, secretSealed: null };
  const isTable = body.kind === 'table';
  return {
    targetName: body.targetName,
    kind: body.kind,
    columns: JSON.stringify(columns),
    conditions: JSON.stringify(conditions),
    batchSize: body.batchSize,
    ...(body.kind === 'http' ? await addressed(ctx, id, body, before) : nothing),
    sourceId: isTable ? body.sourceId : null,
    tableId: isTable ? body.tableId : null,
    keyColumn: isTable ? body.keyColumn : null,
    appId: body.kind === 'api' ? body.appId : null,
    remark: body.remark,
    ownerId: ctx.user.id,
    updateBy: ctx.user.id,
    updateTime: ctx.now,
  };
}
