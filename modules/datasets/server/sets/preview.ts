import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { assertOwnFiles } from '#modules/sources/server/index.ts';
import { openData } from '#modules/gate/server/index.ts';
import type { PreviewReply } from '../../contract/data-set.ts';
import type { SetModel } from '../../contract/data-set-model.ts';
import { isCoded, isNameDict } from '../../contract/field.ts';
import type { Scalar } from '../../contract/query.ts';
import { columnIds, quoteName } from '../../core/sets/base-query.ts';
import { normalNumber, readAs } from '../../core/query/index.ts';
import { labelsIn } from '../engine/dicts.ts';
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

/** What is read in place of the codes in some rows, where the page does not have the dictionary itself. */
async function namesIn(ctx: Ctx, model: SetModel, { columns, rows }: Pick<Reply, 'columns' | 'rows'>): Promise<Reply['names']> {
  const names: Reply['names'] = {};
  for (const [at, { id, masked }] of columns.entries()) {
    const field = model.fields.find((one) => one.id === id);
    if (masked || !field || !isCoded(field)) continue;
    const values = rows.map((row) => row[at]);
    const labels = await labelsIn(ctx, field, values);
    const isOfPage = Boolean(field.dict) && !isNameDict(field.dict);
    names[id] = Object.fromEntries(
      values.flatMap((value) => {
        // codes of a dictionary are drawn as its tags; of lists of them only the texts are told
        const text = isOfPage && labels.has(String(value)) ? null : readAs(labels, value);
        return text === null ? [] : [[String(value), text]];
      }),
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
  // numbers as charts say them: a source tells those of a decimal column with all their zeros
  const isNumber = columns.map(({ type, masked }) => type === 'number' && !masked);
  const rows = found.rows.map((row) => shown.map(({ at }, i) => scalar(isNumber[i] ? normalNumber(row[at]) : row[at])));
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
