import type { AnyRoute } from '#kit/contract/route.ts';
import { bindCall, type CallOptions } from '#kit/web/client.ts';
import type { DataRow } from '../../contract/data.ts';
import type { TableParam } from '../../contract/model.ts';
import { api } from '../api.ts';

type Values = Readonly<Record<string, unknown>>;
const OWN = new Set(['status', 'keyword', 'sort', 'pageNum', 'pageSize']);
export type Query = TableParam['queryList'][number];
/** A field of rows that only the model knows. */
export const fieldOf = (columnName: string) => columnName as `_${string}`;
/** ends the name of the second of two days */
export const TO = '__to';

/** Conditions on columns as one parameter, what lists have themselves beside it. Two days are one range. */
export function sentQuery(query: Values): Record<string, string> {
  const own: Record<string, string> = {};
  const where: Record<string, string> = {};
  const text = (name: string) => (query[name] === undefined ? '' : String(query[name]));
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue;
    const column = name.endsWith(TO) ? name.slice(0, -TO.length) : name;
    if (OWN.has(name)) own[name] = String(value);
    else where[column] = query[`${column}${TO}`] === undefined ? text(column) : `${text(column)},${text(`${column}${TO}`)}`;
  }
  return { ...own, ...(Object.keys(where).length > 0 && { where: JSON.stringify(where) }) };
}

/** The calls of the records of one model, as lists and workbooks take them. */
export function listApi(modelId: string) {
  const bind = <C extends { readonly route: AnyRoute }>(call: C): C => bindCall(call, { modelId });
  const { page, create, update, remove, exportRows, importTemplate, importRows, importErrors } = api.data;
  const pageOf = bind(page);
  const readPage = async (args: { query?: Values } = {}, options?: CallOptions) => {
    const reply = await pageOf({ params: { modelId }, query: sentQuery(args.query ?? {}) }, options);
    // lists name rows by a field of theirs
    return { ...reply, data: reply.data.map((row): DataRow => ({ ...row.values, ...row })) };
  };
  return {
    page: Object.assign(readPage, { route: pageOf.route }),
    create: bind(create),
    update: bind(update),
    removeBatch: bind(remove),
    exportRows: bind(exportRows),
    importTemplate: bind(importTemplate),
    importRows: bind(importRows),
    importErrors: bind(importErrors),
  };
}
