import { createHmac, randomBytes } from 'node:crypto';
import { AppError } from '#kit/contract/errors.ts';
import { isKeyed, masked, preserver, type Mask } from '#kit/core/mask/index.ts';
import { containsText } from '#kit/server/crud.ts';
import type { App, Ctx } from '#kit/server/ctx.ts';
import { ciphersOf } from '#kit/server/masks/ciphers.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { MASK_KEY_BYTES } from '../../contract/mask-key.ts';
import { accessOf, type Access } from '../authorize/access.ts';
import { SENSITIVE_LEVELS } from '../authorize/seen.ts';
import { openData } from '../guard/open-data.ts';
import { keyedCiphers } from './mask-keys.ts';
import { triedMask } from './masks.ts';
import { visibleColumns } from './visible-columns.ts';

const MAX_COLUMNS = 30;
/** Sensitive columns that the caller does not see in the clear are among them, and are left out. */
const LOOKED_AT = 500;
const COMPARED_ROWS = 20;

// Trials of typed values use keys of their own: with those of the data anybody who edits rules could hold guesses against masked values.
const trialKey = randomBytes(MASK_KEY_BYTES);
const trialCiphers = ciphersOf([{ version: 1, secret: trialKey }], (text) =>
  createHmac('sha256', trialKey).update(text).digest('base64url'),
);

const asText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | bigint | boolean);
};

/** What a typed value becomes. */
export function preview(mask: Mask, value: string): { value: string | null; isSample: boolean } {
  const shown = masked(mask, trialCiphers, () => undefined)(value);
  return { value: asText(shown), isSample: isKeyed(mask) || mask.algorithm === 'hash' };
}

/** Columns that the caller may query, as it is or masked. */
const queried = (ctx: Ctx) => visibleColumns(ctx, 'query');

/** Columns to try a mask on: those that the caller sees in the clear, the sensitive ones first. */
export async function sampleColumns(ctx: Ctx, word: string) {
  let rows = queried(ctx).select((e) => [
    'metadataColumn.id',
    'metadataColumn.columnName',
    'metadataColumn.sourceId',
    'metadataColumn.tableId',
    'metadataTable.schemaName',
    'metadataTable.tableName',
    'metadataSource.sourceName',
    e.fn.coalesce('metadataColumn.level', 'metadataClass.level').as('level'),
  ]);
  if (word !== '')
    rows = rows.where((e) =>
      e.or([
        containsText('metadataColumn.columnName', word),
        containsText('metadataColumn.cnName', word),
        containsText('metadataTable.tableName', word),
      ]),
    );
  const found = await rows
    .orderBy((e) =>
      e.case().when(e.fn.coalesce('metadataColumn.level', 'metadataClass.level'), 'in', SENSITIVE_LEVELS).then(0).else(1).end(),
    )
    .orderBy('metadataTable.tableName')
    .orderBy('metadataColumn.columnPosition')
    .orderBy('metadataColumn.id')
    .limit(LOOKED_AT)
    .execute();
  const accesses = new Map<string, Access>();
  for (const { sourceId } of found)
    if (!accesses.has(sourceId)) accesses.set(sourceId, await accessOf(ctx.db, ctx.user, sourceId, ctx.now));
  const isClear = (row: (typeof found)[number]) =>
    row.level === null ||
    !SENSITIVE_LEVELS.includes(row.level) ||
    accesses.get(row.sourceId)!.isClear({ id: row.tableId, schema: row.schemaName }, row.columnName, 'query');
  return found
    .filter(isClear)
    .slice(0, MAX_COLUMNS)
    .map(({ id, columnName, tableName, sourceName, level }) => ({ id, columnName, tableName, sourceName, level }));
}

/** The first values of a column beside what a mask makes of them, for who sees them in the clear anyway. */
export async function compare(ctx: Ctx, mask: Mask, columnId: string) {
  const column = await queried(ctx)
    .select(['metadataColumn.columnName', 'metadataColumn.sourceId', 'metadataTable.schemaName', 'metadataTable.tableName'])
    .where('metadataColumn.id', '=', columnId)
    .executeTakeFirst();
  if (!column) throw new AppError('entity.notFound', '字段不存在，或没有查询权限');
  const guarded = await openData(ctx, column.sourceId);
  const { quote } = dialectOf(guarded.source.adapter.dialect);
  const text = `select ${quote(column.columnName)} from ${quote(column.schemaName)}.${quote(column.tableName)}`;
  const result = await guarded.query({ text }, { purpose: 'preview', maxRows: COMPARED_ROWS });
  if (result.columns[0]?.masked !== false)
    throw new AppError('auth.noPermission', `字段“${column.columnName}”对您已脱敏，没有明文查看权限，不能对比脱敏前后`);
  const { show } = await triedMask(ctx.app, mask);
  return { rows: result.rows.map(([value]) => ({ before: asText(value), after: asText(show(value)) })) };
}

/** The clear text of a value that a reversible mask made. */
export async function restore(app: App, { algorithm, params }: Mask, value: string, version: number | null): Promise<string> {
  const ciphers = await keyedCiphers(app);
  try {
    if (algorithm === 'encrypt') return ciphers.open(value);
    const block = ciphers.blockOf(params.cipher ?? 'sm4', version ?? ciphers.version);
    return preserver(params.kind ?? 'digits', block).decrypt(value);
  } catch (error) {
    throw new AppError('rule.broken', '无法还原：不是由本平台的密钥加密的值，或算法、类型、密钥版本不符', null, { cause: error });
  }
}
