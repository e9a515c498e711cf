import { AppError } from '#kit/contract/errors.ts';
import { revealsNoMore, type Mask } from '#kit/core/mask/index.ts';
import { describeMask } from '#kit/core/mask/describe.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { toCallerError, type CompiledQuery, type GuardedSource, type Protection } from '#modules/gate/server/index.ts';
import type { ApiInput, ReqParam } from '../../contract/api.ts';
import { ParamProblem } from '../../core/index.ts';
import { answerCall, readCall } from '../calls/answer.ts';
import { assertCallable } from '../apis/check.ts';
import { openSource } from '../apis/reading.ts';
import { StatementWriter } from '../apis/shapes.ts';
import { prepare, statementsOf, type Definition, type Prepared } from '../apis/statements.ts';
import { libraryRules, tighteningsOf, type StoredRule } from './library.ts';

const PREVIEWED = 20;
type Api = Definition & Pick<ApiInput, 'executeConfig' | 'reqParams' | 'resParams'> & { readonly id: string };

const invalid = (message: string) => new AppError('input.invalid', message, [{ path: 'rules', message }]);

/** The statement of an API with as few conditions as it may have. */
export function plainStatement(prepared: Prepared): { text: string; params: readonly unknown[] } {
  const { reqParams } = prepared.definition;
  const type = ({ columnName, paramName }: ReqParam) => prepared.table?.columns.get(columnName || paramName)?.type ?? '';
  const some = (param: ReqParam) => {
    if (param.whereType === '12' || param.paramType === '5') return ['1'];
    if (/date|time/i.test(type(param)) || param.paramType === '4') return '2000-01-01';
    return param.paramType === '1' && !/int|num|dec|real|float|double|serial|money/i.test(type(param)) ? 'a' : 1;
  };
  const values = new Map(reqParams.map((param) => [param.paramName, param.nullable === '0' ? some(param) : null]));
  return statementsOf(prepared, values, { paging: { pageNum: 1, pageSize: 1 }, sort: null, after: null }).rows;
}

async function opened(ctx: Ctx, api: Api): Promise<{ guarded: GuardedSource; prepared: Prepared }> {
  const guarded = await openSource(ctx, api.executeConfig.sourceId);
  return { guarded, prepared: await prepare(ctx, guarded.source, api) };
}

/** The outputs of an API with how classes show them. */
export async function outputsOfApi(ctx: Ctx, api: Api): Promise<readonly Protection[]> {
  const { guarded, prepared } = await opened(ctx, api);
  const { protection } = await guarded.compile(plainStatement(prepared), 'api');
  if (!protection) throw new AppError('rule.broken', '无法确定这个API的返回字段');
  return protection;
}

const lowerOf = (how: Protection['how']): Mask | null | 'clear' | 'whole' => {
  if (how === null) return 'clear';
  return how === 'common' ? null : how;
};
/** Whether a rule of the library may stand on top of how an output is shown. */
export function mayTighten(mask: Mask, { how, isTraced }: Protection): boolean {
  if (!isTraced) return false;
  const lower = lowerOf(how);
  if (lower === 'clear') return true;
  return lower === 'whole' ? revealsNoMore(mask, { algorithm: 'full', params: {} }) : revealsNoMore(mask, lower);
}
export const shownAs = (how: Protection['how']): string | null => {
  if (how === null) return null;
  if (how === 'whole') return '全部隐藏';
  return how === 'common' ? '通用脱敏（仅保留首尾）' : describeMask(how);
};

/** Throws input.invalid for a field that is not there or a rule that reveals more, rule.broken when the API could not be called any more. */
export async function assertStricter(ctx: Ctx, api: Api, rules: readonly (StoredRule & { mask: Mask })[]): Promise<void> {
  const outputs = new Map((await outputsOfApi(ctx, api)).map((one) => [one.name.toLowerCase(), one]));
  for (const { fieldName, mask } of rules) {
    const output = outputs.get(fieldName.toLowerCase());
    if (!output) throw invalid(`API没有返回字段“${fieldName}”`);
    if (!output.isTraced) throw invalid(`返回字段“${fieldName}”不是由表的字段得来，不能脱敏`);
    if (mayTighten(mask, output)) continue;
    const now = shownAs(output.how);
    throw invalid(`字段“${fieldName}”现有的脱敏是“${now}”，“${describeMask(mask)}”不比它严格：API脱敏只能加严，不能放宽`);
  }
  const tightenings = await tighteningsOf(ctx.app, ctx.db, rules);
  try {
    await assertCallable(ctx, api, tightenings);
  } catch (error) {
    if (!(error instanceof AppError) || error.key !== 'gate.refused') throw error;
    throw new AppError('rule.broken', `加严后API不能再调用：${error.message.replace(/；如需使用.*$/, '')}。请先去掉用到该字段的条件或排序`);
  }
}

const asText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
};

/** The first rows of an API as callers get them, and as they would with these rules. */
export async function previewRows(ctx: Ctx, api: Api, rules: readonly StoredRule[], given: Readonly<Record<string, unknown>>) {
  const { guarded, prepared } = await opened(ctx, api);
  const tightenings = await tighteningsOf(ctx.app, ctx.db, rules);
  const limited = { ...prepared, definition: { ...api, executeConfig: { ...api.executeConfig, total: 'none' as const } } };
  const rowsWith = async (compile: (statement: { text: string; params: readonly unknown[] }) => Promise<CompiledQuery>) => {
    const asked = { ...examplesOf(api.reqParams), ...given, pageSize: PREVIEWED };
    const call = readCall(new StatementWriter(limited), asked, { apiId: api.id, secrets: ctx.app.secrets });
    return (await answerCall(call, { compile, signal: ctx.signal })).answer.data;
  };
  try {
    const before = await rowsWith((statement) => guarded.compile(statement, 'api'));
    const after = await rowsWith((statement) => guarded.compile(statement, 'api', tightenings));
    const names = Object.keys(after[0] ?? {});
    const fields = rules.map(({ fieldName }) => names.find((name) => name.toLowerCase() === fieldName.toLowerCase()) ?? fieldName);
    const rows = after.map((row, i) => ({
      before: fields.map((name) => asText(before[i]?.[name])),
      after: fields.map((name) => asText(row[name])),
    }));
    return { fields, rows };
  } catch (error) {
    if (error instanceof ParamProblem)
      throw new AppError('input.invalid', error.message, [{ path: `params.${error.param}`, message: error.message }]);
    throw toCallerError(error);
  }
}

/** What a preview asks for where somebody has to. */
const examplesOf = (reqParams: readonly ReqParam[]): Record<string, unknown> =>
  Object.fromEntries(
    reqParams.flatMap(({ paramName, nullable, exampleValue, defaultValue }) =>
      nullable === '0' && !defaultValue && exampleValue ? [[paramName, exampleValue]] : [],
    ),
  );

/** The rules of the library with what they leave, and for each output those that may stand on it. */
export async function choicesOf(ctx: Ctx, api: Api) {
  const [outputs, library] = await Promise.all([outputsOfApi(ctx, api), libraryRules(ctx.db)]);
  const rules = [...library.values()];
  const comments = new Map(api.resParams.map((one) => [(one.fieldAliasName || one.fieldName).toLowerCase(), one.fieldComment ?? null]));
  return {
    fields: outputs.map((output) => ({
      fieldName: output.name,
      fieldComment: comments.get(output.name.toLowerCase()) ?? null,
      protection: protectionName(output.how),
      shown: shownAs(output.how),
      isTraced: output.isTraced,
      allowed: rules.filter(({ mask }) => mayTighten(mask, output)).map(({ id }) => id),
    })),
    rules: rules.map(({ id, ruleName, mask }) => ({ id, ruleName, shown: describeMask(mask) })),
  };
}
const protectionName = (how: Protection['how']): 'none' | 'common' | 'class' | 'whole' => {
  if (how === null) return 'none';
  return typeof how === 'string' ? how : 'class';
};
