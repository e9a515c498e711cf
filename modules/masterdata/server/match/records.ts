import { fieldRef, selectFrom } from '#modules/managed/server/index.ts';
import type { Db } from '#kit/server/ctx.ts';
import type { MatchRecord, MatchRule } from '../../core/match/index.ts';
import type { ModelInForce } from '../model-in-force.ts';

/** A stored value as text; moments in ISO form. */
export const asText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return value instanceof Date ? value.toISOString() : String(value as string | number);
};

export type VersionedRecord = MatchRecord & { readonly version: number };

/** The compared attributes of records in force (alias `r`), for conditions and an order of the caller. */
export function comparedRecords(db: Db, { table }: ModelInForce, { attributes }: MatchRule) {
  return selectFrom(db, table, ['$id', '$version', ...attributes.map(({ column }) => column)]).where(fieldRef(table, '$status'), '=', '1');
}

/** A row of them as matching sees it. */
export function compared({ attributes }: MatchRule, row: Readonly<Record<string, unknown>>): VersionedRecord {
  return {
    id: String(row['$id'] as string),
    version: Number(row['$version']),
    values: Object.fromEntries(attributes.map(({ column }) => [column, asText(row[column])])),
  };
}
