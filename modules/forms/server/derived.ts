import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { forgetLoad, recordLoad } from '#modules/lineage/server/index.ts';
import { cataloguedTables, type OwnedTable } from '#modules/managed/server/index.ts';
import type { FormSchema } from '../contract/schema.ts';
import { compileForm, derivedFrom, lookingRules, placed } from '../core/index.ts';
import { dayOf, versionOf, type FormRow } from './load.ts';
import { maskedFields } from './masked.ts';

/**
 * Refuses rules and formulas that are new in this version and look at fields which the caller sees masked: what they make of a value, or whether
 * they let a record pass, tells it. Throws gate.refused.
 */
export async function assertMaskedUntold(ctx: Ctx, { id, versionNo }: FormRow, schema: FormSchema): Promise<void> {
  if (versionNo === null) return;
  const masked = await maskedFields(ctx, id);
  if (masked.size === 0) return;
  const today = dayOf(ctx.now);
  const before = new Set(lookingRules((await versionOf(ctx.db, id, versionNo)).schema, today).map(({ says }) => says));
  for (const { says, needs } of lookingRules(schema, today)) {
    const field = before.has(says) ? undefined : needs.find((one) => masked.has(one));
    if (field === undefined) continue;
    const label = placed(schema.layout).find((one) => one.field.id === field)?.field.label ?? field;
    const message = `字段“${label}”对您已脱敏，不能在新的规则或公式中使用，请由有明文查看权限的人发布`;
    throw new AppError('gate.refused', message, { message, position: null, lacked: null });
  }
}

interface Of {
  readonly id: string;
  readonly formName: string;
  readonly by: string;
}
interface Place {
  readonly part: string;
  readonly columns: readonly string[];
}

/** Says which columns calculated fields are made from, so that they have the levels of those. In the transaction that publishes. */
export async function noteDerived(app: App, db: Db, form: Of, schema: FormSchema, tables: readonly OwnedTable[]): Promise<void> {
  const present = tables.filter(({ isHidden }) => !isHidden);
  const known = await cataloguedTables(
    db,
    present.map(({ name }) => name),
  );
  const placeOf = (fieldId: string): Place | undefined => {
    for (const { part, columns } of present) {
      const own = columns.filter((one) => !one.isHidden && (one.fieldId === fieldId || one.fieldId.startsWith(`${fieldId}.`)));
      if (own.length > 0) return { part, columns: own.map(({ name }) => name) };
    }
    return undefined;
  };
  const flows = new Map<string, [string, string][]>();
  for (const [fieldId, needs] of derivedFrom(compileForm(schema, { today: dayOf(app.now()) })))
    for (const need of needs) {
      const [from, to] = [placeOf(need), placeOf(fieldId)];
      if (!from || !to) continue;
      const key = JSON.stringify([from.part, to.part]);
      const pairs = from.columns.flatMap((one) => to.columns.map((other): [string, string] => [one, other]));
      flows.set(key, [...(flows.get(key) ?? []), ...pairs]);
    }
  const idOf = new Map(present.flatMap(({ part, name }) => (known.has(name) ? [[part, known.get(name)!] as const] : [])));
  // values go from the record to its rows and back, and within each of them
  const ways = tables.flatMap(({ part }) => [
    ...new Set([JSON.stringify([part, part]), JSON.stringify([part, '']), JSON.stringify(['', part])]),
  ]);
  for (const way of new Set(ways)) {
    const [fromPart, toPart] = JSON.parse(way) as [string, string];
    const key = `forms:${form.id}:${fromPart}:${toPart}`;
    const [from, to] = [idOf.get(fromPart), idOf.get(toPart)];
    const columns = flows.get(way);
    if (!columns || !from || !to) await forgetLoad(app, db, key);
    else
      await recordLoad(app, db, {
        key,
        name: `填报·${form.formName}的计算字段`,
        from: { sourceId: from.sourceId, tableId: from.id },
        to: { sourceId: to.sourceId, tableId: to.id },
        expression: '公式',
        columns,
        by: form.by,
      });
  }
}
