import type { Ctx } from '#kit/server/ctx.ts';
import { rowsOfApi, shapeOfApi } from '#modules/market/server/index.ts';
import type { Choice } from '../../contract/record.ts';
import type { OptionSource } from '../../contract/field.ts';
import { MAX_VALUES, SHOWN, type Options, type Question } from './question.ts';

export type ApiSource = Extract<OptionSource, { from: 'api' }>;

const text = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '' || typeof value === 'object') return null;
  return String(value as string | number | boolean);
};

/**
 * Options from the rows of a released data API, read with the rights of who looks: whoever may not read what the API reads, or would get the
 * value or its name masked, gets none. An API finds what its parameters say and nothing else, so words and values are looked for among the rows
 * of its first page.
 */
export async function apiOptions(ctx: Ctx, source: ApiSource, question: Question): Promise<Options> {
  const { valueColumn, labelColumn, filterColumn } = source;
  const hasParent = question.parent !== undefined && question.parent !== null && question.parent !== '';
  const found = await rowsOfApi(ctx, source.apiId, filterColumn && hasParent ? { [filterColumn]: question.parent } : {});
  if (found === null || [valueColumn, labelColumn].some((name) => found.masked.includes(name))) return null;
  // names of what was chosen long ago are asked for without the field above
  if (filterColumn && !hasParent && question.values === undefined) return [];
  const options = new Map<string, Choice>();
  for (const row of found.rows) {
    const value = text(row[valueColumn]);
    if (value !== null && !options.has(value)) options.set(value, { value, label: text(row[labelColumn]) ?? value });
  }
  const [values, names] = [question.values && new Set(question.values), question.names && new Set(question.names)];
  const word = question.keyword?.trim().toLowerCase() ?? '';
  return [...options.values()]
    .filter(({ value, label }) => (values?.has(value) ?? true) && (names?.has(label) ?? true) && label.toLowerCase().includes(word))
    .slice(0, values || names ? MAX_VALUES : SHOWN);
}

/** What an API lacks of what a field names; null when nothing. It looks at nobody's rights. */
export async function apiProblem(ctx: Ctx, source: ApiSource): Promise<string | null> {
  const api = await shapeOfApi(ctx.db, source.apiId);
  if (!api) return '数据API不存在或已删除';
  if (!api.isReleased) return `数据API“${api.apiName}”没有发布`;
  const lost = [source.valueColumn, source.labelColumn].find((name) => !api.outputs.includes(name));
  if (lost !== undefined) return `数据API“${api.apiName}”没有返回参数“${lost}”`;
  const { filterColumn } = source;
  return !filterColumn || api.params.includes(filterColumn) ? null : `数据API“${api.apiName}”没有请求参数“${filterColumn}”`;
}
