import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { assertOwnFiles } from '#modules/sources/server/index.ts';
import { openData } from '#modules/gate/server/index.ts';
import type { PreviewReply } from '../../contract/data-set.ts';
import type { SetModel } from '../../contract/data-set-model.ts';
import { isNameDict } from '../../contract/field.ts';
import type { Scalar } from '../../contract/query.ts';
import { columnIds, quoteName } from '../../core/sets/base-query.ts';
import { itemsOf } from '../engine/dicts.ts';
import { fileExtract } from '../extract/file-set.ts';
import { EXTRACT_TABLE, readExtract } from '../extract/index.ts';
import { boundQuery, type Values } from './analyse.ts';

type Reply = z.input<typeof PreviewReply>;
interface PreviewRows {
  readonly columns: readonly { name: string; masked?: boolean }[];
  readonly rows: readonly unknown[][];
  readonly truncated: boolean;
  readonly ms: number;
}

const scalar = (value: unknown): Scalar =>
  value === undefined || value === null
    ? null
    : typeof value === 'object'
      ? JSON.stringify(value).slice(0, 4000)
      : typeof value === 'string'
        ? value.slice(0, 4000)
        : (value as Scalar);

/** What is read in place of the ids in some rows. */
async function namesIn(ctx: Ctx, model: SetModel, { columns, rows }: Pick<Reply, 'columns' | 'rows'>): Promise<Reply['names']> {
  const names: Reply['names'] = {};
  for (const [at, { id, masked }] of columns.entries()) {
    const dict = model.fields.find((field) => field.id === id)?.dict;
    if (masked || !isNameDict(dict)) continue;
    const known = await itemsOf(ctx, dict);
    names[id] = Object.fromEntries(
      rows.flatMap((row) => (known.has(String(row[at])) ? [[String(row[at]), known.get(String(row[at]))!]] : [])),
    );
  }
  return names;
}

/** Rows in the order and under the names of the fields; hidden ones are left out, as charts leave them out. */
async function shaped(ctx: Ctx, model: SetModel, found: PreviewRows): Promise<Reply> {
  const shown = model.fields.flatMap((field) => {
    const at = field.expr || field.hidden ? -1 : found.columns.findIndex(({ name }) => name === field.id);
    return at < 0 ? [] : [{ field, at }];
  });
  const columns = shown.map(({ field, at }) => ({
    id: field.id,
    name: field.name,
    type: field.type,
    role: field.role,
    masked: found.columns[at]!.masked ?? false,
  }));
  const rows = found.rows.map((row) => shown.map(({ at }) => scalar(row[at])));
  return {
    columns,
    rows,
    names: await namesIn(ctx, model, { columns, rows }),
    truncated: found.truncated,
    ms: Math.round(found.ms),
  };
}

/**
 * The first rows of a model, read with the rights of the caller like any other answer. Throws gate.refused, entity.notFound for a source out
 * of reach, source.timeout.
 */
export async function previewOf(
  ctx: Ctx,
  options: { sourceId: string | null; model: SetModel; values: Values; limit: number; files: readonly string[] },
): Promise<Reply> {
  const { model, values, limit, sourceId } = options;
  if (model.origin.kind === 'file') {
    await assertOwnFiles(ctx, [model.origin.fileName], options.files);
    const { path } = await fileExtract(ctx.app, ctx.db, model.origin);
    const columns = columnIds(model).map((id) => quoteName(id, 'duckdb'));
    const text = `select ${columns.length > 0 ? columns.join(', ') : '*'} from ${EXTRACT_TABLE}`;
    return shaped(ctx, model, await readExtract(ctx.app, path, { text, params: [] }, { maxRows: limit, signal: ctx.signal }));
  }
  if (!sourceId) throw new AppError('input.invalid', '请选择数据源', [{ path: 'sourceId', message: '请选择数据源' }]);
  const guarded = await openData(ctx, sourceId);
  const { text, params } = boundQuery(model, values, guarded.source.adapter.dialect);
  return shaped(ctx, model, await guarded.query({ text, params }, { purpose: 'preview', maxRows: limit, signal: ctx.signal }));
}
