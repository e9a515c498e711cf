import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { checkExpr, parseExpr } from '#kit/core/expr/index.ts';
import type { DataSetInput, SchemaConfig } from '../../contract/data-set.ts';
import { SetModel } from '../../contract/data-set-model.ts';
import { joinProblems } from '../../core/sets/base-query.ts';
import { namesIn } from '../../core/sets/bind-names.ts';
import { applySchema, sameSchema, schemaOf } from '../../core/sets/schema-config.ts';
import { analyse, fieldsOf } from './analyse.ts';

export type Body = z.output<typeof DataSetInput>;
export interface Before {
  readonly model: SetModel;
  readonly sourceId: string | null;
  readonly setSql: string | null;
}

const wrong = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);

/** What holds inside a model by itself: names, keys, expressions, joins. */
export function assertModel(model: SetModel): void {
  const { fields, hierarchies, params, origin } = model;
  if (fields.length === 0) throw wrong('model.fields', '数据集至少需要一个字段');
  const ids = new Set<string>();
  const names = new Set<string>();
  for (const field of fields) {
    if (ids.has(field.id)) throw wrong('model.fields', `字段“${field.id}”重复`);
    if (names.has(field.name)) throw wrong('model.fields', `字段名称“${field.name}”重复，请改名`);
    ids.add(field.id);
    names.add(field.name);
    if (!field.expr) continue;
    const { ast, error } = parseExpr(field.expr);
    if (ast === null) throw wrong('model.fields', `计算字段“${field.name}”：${error.message}`);
    const { errors, isAggregate } = checkExpr(ast, fields, [field.id]);
    if (errors.length > 0) throw wrong('model.fields', `计算字段“${field.name}”：${errors[0]!.message}`);
    if (isAggregate && field.role === 'dimension') throw wrong('model.fields', `计算字段“${field.name}”含有聚合，只能作为指标`);
  }
  if (fields.every((field) => field.hidden)) throw wrong('model.fields', '请至少显示一个字段');
  for (const { name, fields: members } of hierarchies) {
    const lost = members.find((id) => !ids.has(id));
    if (lost !== undefined) throw wrong('model.hierarchies', `层级“${name}”引用了不存在的字段“${lost}”`);
    if (new Set(members).size !== members.length) throw wrong('model.hierarchies', `层级“${name}”的字段重复`);
  }
  if (new Set(hierarchies.map(({ id }) => id)).size !== hierarchies.length) throw wrong('model.hierarchies', '层级编号重复');
  if (new Set(params.map(({ name }) => name)).size !== params.length) throw wrong('model.params', '参数名重复');
  const by = model.minGroupBy;
  if (by && !fields.some((field) => field.id === by && !field.expr && field.type === 'number'))
    throw wrong('model.minGroupBy', '最小分组的人数字段须是数据集中的数值字段，不能是计算字段');
  if (origin.kind === 'join') {
    const [problem] = joinProblems(origin.model);
    if (problem) throw wrong('model.origin', problem);
  }
  if (origin.kind === 'sql') {
    const missing = namesIn(origin.sql).find((name) => !params.some((param) => param.name === name));
    if (missing !== undefined) throw wrong('model.params', `SQL中的参数“${missing}”没有定义，请在参数页签中添加`);
  }
}

/** Parameters of an SQL text: what is described already stays, new names get a plain text parameter. */
const paramsFor = (sql: string, known: SetModel['params']): SetModel['params'] => {
  const names = namesIn(sql);
  return [
    ...known.filter(({ name }) => names.includes(name)),
    ...names.filter((name) => !known.some((param) => param.name === name)).map((name) => ({ name, type: 'text' as const, value: null })),
  ];
};

/** A model of an SQL text; fields that it still has keep what people said of them. */
async function sqlModel(ctx: Ctx, sourceId: string | null, sql: string, before: SetModel | null): Promise<SetModel> {
  const params = paramsFor(sql, before?.params ?? []);
  const origin = { kind: 'sql' as const, sql };
  const { columns } = await analyse(ctx, { sourceId, origin, params, values: {} });
  const known = new Map((before?.fields ?? []).map((field) => [field.id, field]));
  const fields = fieldsOf(columns).map((field) => known.get(field.id) ?? field);
  const names = new Set(fields.map(({ name }) => name));
  // columns of two tables may carry one comment
  const unique = fields.map((field, i) =>
    fields.findIndex(({ name }) => name === field.name) === i || names.has(field.id) ? field : { ...field, name: field.id },
  );
  return SetModel.parse({
    ...(before ?? { v: 1 }),
    origin,
    params,
    fields: [...unique, ...(before?.fields.filter((field) => field.expr) ?? [])],
    hierarchies: (before?.hierarchies ?? []).filter((one) => one.fields.every((id) => unique.some((field) => field.id === id))),
  });
}

/**
 * The model that a body stands for. A client of the family sends name, source, text and `schemaConfig`; ours sends the model. What comes
 * back from GET unchanged changes nothing, and of two things that say the same the one that differs from what is stored is meant.
 */
export async function modelOf(ctx: Ctx, body: Body, before: Before | null): Promise<SetModel> {
  const isTouched = body.model && (!before || JSON.stringify(body.model) !== JSON.stringify(before.model));
  let model = body.model ?? before?.model ?? null;
  const text = body.setSql?.trim() || null;
  const isOfText = model === null || model.origin.kind === 'sql';
  if (!isTouched && text !== null && isOfText && (text !== before?.setSql || body.sourceId !== before?.sourceId || model === null))
    model = await sqlModel(ctx, body.sourceId, text, model);
  if (model === null) throw wrong('setSql', '请输入数据集SQL');
  if (!isTouched && body.schemaConfig && !sameSchema(body.schemaConfig, schemaOf(before?.model ?? { fields: [] })))
    model = { ...model, fields: applied(model, body.schemaConfig) };
  return model;
}

function applied(model: SetModel, schema: SchemaConfig): SetModel['fields'] {
  const known = new Set(model.fields.map(({ id }) => id));
  const unknown = [...schema.dimensions, ...schema.measures].find(({ col }) => !known.has(col));
  if (unknown) throw wrong('schemaConfig', `字段“${unknown.col}”不在查询结果中`);
  // a client that names no roles leaves the guess
  return schema.dimensions.length + schema.measures.length === 0 ? model.fields : applySchema(model.fields, schema);
}
