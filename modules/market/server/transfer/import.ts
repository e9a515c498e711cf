import { AppError } from '#kit/contract/errors.ts';
import { assertAddresses } from '#kit/server/address-list.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';
import { visibleSources } from '#modules/sources/server/index.ts';
import { ApiInput, ApiRow } from '../../contract/api.ts';
import { TransferFile, TransferredApi, type TransferRow } from '../../contract/transfer.ts';
import { compareApis } from '../../core/compare.ts';
import { changeApi, createApi } from '../apis/index.ts';
import { assertCallable } from '../apis/check.ts';
import { readingCtx } from '../apis/reading.ts';
import { API_SCOPE } from '../apis/seen.ts';
import { mayOffer, offerPlans, planNames } from '../plans/offered.ts';

interface Request {
  readonly content: string;
  readonly sources: Readonly<Record<string, string>>;
}
/** Why one API of a file cannot be taken: told beside it, the others are taken all the same. */
class Unfit extends Error {}

function readFile(content: string): unknown[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch {
    throw new AppError('input.invalid', '文件不是有效的 JSON', [{ path: 'content', message: '文件不是有效的 JSON' }]);
  }
  const file = TransferFile.safeParse(parsed);
  if (!file.success) {
    const message = file.error.issues[0]?.message ?? '不是数据API的导出文件';
    throw new AppError('input.invalid', message, [{ path: 'content', message }]);
  }
  return file.data.apis;
}

/** Sources that the caller may see, by name; a name that several have stands for none of them. */
async function sourcesByName(ctx: Ctx, given: Request['sources']): Promise<(name: string) => string | null> {
  const rows = await visibleSources(readingCtx(ctx)).select(['metadataSource.id', 'metadataSource.sourceName']).execute();
  return (name) => {
    const chosen = Object.hasOwn(given, name) ? given[name] : undefined;
    if (chosen !== undefined) return rows.some(({ id }) => id === chosen) ? chosen : null;
    const found = rows.filter(({ sourceName }) => sourceName === name);
    return found.length === 1 ? found[0]!.id : null;
  };
}

async function tableId(ctx: Ctx, sourceId: string, { schemaName, tableName }: { schemaName: string; tableName: string }): Promise<string> {
  const row = await ctx.db
    .selectFrom('metadataTable')
    .select('metadataTable.id')
    .where('metadataTable.sourceId', '=', sourceId)
    .where('metadataTable.schemaName', '=', schemaName)
    .where('metadataTable.tableName', '=', tableName)
    .where('metadataTable.deletedAt', 'is', null)
    .where(ofVisibleTable(readingCtx(ctx), { table: 'metadataTable.id', source: 'metadataTable.sourceId' }))
    .executeTakeFirst();
  if (!row) throw new Unfit(`数据源中没有表“${schemaName}.${tableName}”，或没有查看权限`);
  return row.id;
}

/** A definition with the ids of this installation. Throws Unfit. */
async function localised(
  ctx: Ctx,
  { source, tables, dataSet, plans: _, ...api }: TransferredApi,
  sourceOf: (name: string) => string | null,
): Promise<ApiInput> {
  const sourceId = sourceOf(source.sourceName);
  if (!sourceId) throw new Unfit(`没有唯一对应的数据源“${source.sourceName}”，请为它选择数据源`);
  const { executeConfig: config } = api;
  const placed = async (alias: string): Promise<string> => {
    const table = tables.find((one) => one.alias === alias);
    if (!table) throw new Unfit('文件中没有写明数据表');
    return tableId(ctx, sourceId, table);
  };
  const isTable = config.configType === '1';
  const joins = [];
  for (const join of isTable ? config.joins : []) joins.push({ ...join, tableId: await placed(join.alias) });
  return {
    ...api,
    executeConfig: {
      ...config,
      sourceId,
      joins,
      tableId: isTable ? await placed('t1') : null,
      dataSetId: config.configType === '3' ? await setId(ctx, sourceId, dataSet?.setName ?? '') : null,
    },
  };
}

async function setId(ctx: Ctx, sourceId: string, setName: string): Promise<string> {
  const rows = await ctx.db
    .selectFrom('visualDataSet')
    .select('id')
    .where('setName', '=', setName)
    .where('sourceId', '=', sourceId)
    .where('deletedAt', 'is', null)
    .limit(2)
    .execute();
  // whether the caller may use it is looked at with the definition
  if (rows.length !== 1) throw new Unfit(`没有唯一对应的数据集“${setName}”`);
  return rows[0]!.id;
}

type Planned = Pick<TransferRow, 'state' | 'reason' | 'differences'> & {
  readonly take: ((ctx: Ctx) => Promise<unknown>) | null;
};
const refused = (reason: string): Planned => ({ state: 'refused', reason, differences: [], take: null });

interface Plans {
  readonly ids: readonly string[];
  readonly names: readonly string[];
  /** what of the file is left out */
  readonly note: string | null;
}
/** The plans of the file that are here; who may not offer plans brings none, so that nobody agrees in advance without the right to. */
async function plansOf(ctx: Ctx, names: readonly string[]): Promise<Plans> {
  if (names.length === 0) return { ids: [], names: [], note: null };
  if (!mayOffer(ctx)) return { ids: [], names: [], note: '没有为API提供调用方案的权限，导入后不提供方案' };
  const rows = await ctx.db
    .selectFrom('marketPlan')
    .select(['id', 'planName'])
    .where('planName', 'in', names)
    .where('status', '=', '1')
    .where('deletedAt', 'is', null)
    .execute();
  const found = names.flatMap((name) => rows.find(({ planName }) => planName === name) ?? []);
  const missing = names.filter((name) => !rows.some(({ planName }) => planName === name));
  return {
    ids: found.map(({ id }) => id),
    names: found.map(({ planName }) => planName),
    note: missing.length > 0 ? `没有启用的调用方案${missing.map((name) => `“${name}”`).join('、')}，导入后不提供` : null,
  };
}

const textOf = (names: readonly string[]): string | null => names.join('、') || null;

/** What becomes of one API of the file. Throws Unfit, and what a definition that cannot be called is refused with. */
async function planned(ctx: Ctx, api: ApiInput, plans: Plans): Promise<Planned> {
  const rows = await ctx.db
    .selectFrom('marketApi')
    .selectAll()
    .select((e) => e.case().when(scope(ctx, API_SCOPE)).then(1).else(0).end().as('isWithin'))
    .where('apiUrl', '=', api.apiUrl)
    .where('apiVersion', '=', api.apiVersion)
    .where('deletedAt', 'is', null)
    .execute();
  assertAddresses(api.deny, 'deny');
  const reason = plans.note;
  const [row] = rows;
  if (!row) {
    await assertCallable(ctx, api);
    const add = async (own: Ctx) => offerPlans(own, (await createApi(own, api)).id, plans.ids);
    return { state: 'new', reason, differences: [], take: add };
  }
  if (Number(row.isWithin) !== 1) return refused('该路径和版本的API已存在，且不在您的数据范围内');
  const known = ApiRow.parse(row);
  const offered = (await planNames(ctx.db, [known.id])).get(known.id) ?? [];
  const differences = compareApis(known, api).map(({ label, before, after }) => ({ label, before, after }));
  // who may not offer plans leaves those that are here
  const isOffered = mayOffer(ctx) && textOf(offered) !== textOf(plans.names);
  if (isOffered) differences.push({ label: '调用方案', before: textOf(offered), after: textOf(plans.names) });
  if (differences.length === 0) return { state: 'same', reason, differences, take: null };
  if (known.status !== '1') return { ...refused('该版本已发布或已下线，不能覆盖，请在文件中改为新的版本'), differences };
  await assertCallable(ctx, api);
  const change = async (own: Ctx) => {
    await changeApi(own, known.id, { ...api, version: known.version });
    if (isOffered) await offerPlans(own, known.id, plans.ids);
  };
  return { state: 'changed', reason, differences, take: change };
}

const nameOf = (raw: unknown, field: string): string => {
  const value = typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>)[field] : undefined;
  return typeof value === 'string' ? value.slice(0, 255) : '';
};

async function planOf(ctx: Ctx, raw: unknown, sourceOf: (name: string) => string | null): Promise<Planned> {
  const parsed = TransferredApi.safeParse(raw);
  if (!parsed.success) return refused(parsed.error.issues[0]?.message ?? '定义不完整');
  try {
    return await planned(ctx, ApiInput.parse(await localised(ctx, parsed.data, sourceOf)), await plansOf(ctx, parsed.data.plans));
  } catch (error) {
    if (error instanceof Unfit) return refused(error.message);
    if (error instanceof AppError && error.status < 500) return refused(error.message);
    throw error;
  }
}

/**
 * What an import would do, API by API, and with `take` does it: adds new ones, replaces drafts. Nothing is released, and what is released
 * stays as it is. What cannot be taken is told with its reason.
 */
export async function importApis(ctx: Ctx, { content, sources }: Request, mode: 'look' | 'take') {
  const raws = readFile(content);
  const sourceOf = await sourcesByName(ctx, sources);
  const rows: TransferRow[] = [];
  const seen = new Set<string>();
  for (const raw of raws) {
    const place = `${nameOf(raw, 'apiVersion')}${nameOf(raw, 'apiUrl')}`;
    const plan = seen.has(place) ? refused('文件中有重复的路径和版本') : await planOf(ctx, raw, sourceOf);
    seen.add(place);
    const source = typeof raw === 'object' && raw !== null ? (raw as { source?: unknown }).source : null;
    const { take, ...told } = plan;
    if (mode === 'take') await take?.(ctx);
    rows.push({
      apiName: nameOf(raw, 'apiName'),
      apiVersion: nameOf(raw, 'apiVersion'),
      apiUrl: nameOf(raw, 'apiUrl'),
      sourceName: nameOf(source, 'sourceName'),
      ...told,
    });
  }
  const names = [...new Set(rows.map(({ sourceName }) => sourceName))].filter((name) => name !== '');
  return { rows, sources: names.map((sourceName) => ({ sourceName, sourceId: sourceOf(sourceName) })) };
}
