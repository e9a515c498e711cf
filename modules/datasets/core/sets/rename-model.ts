import { tokens } from '#kit/core/expr/lexer.ts';
import type { SetModel } from '../../contract/data-set-model.ts';

/** An expression whose references by id follow; those by name do, as fields keep their names. */
function renameInExpr(text: string, names: ReadonlyMap<string, string>, shown: ReadonlySet<string>): string {
  let found: ReturnType<typeof tokens>;
  try {
    found = tokens(text);
  } catch {
    return text;
  }
  return found
    .filter(({ kind, text: name }) => kind === 'field' && names.has(name) && !shown.has(name))
    .toReversed()
    .reduce((now, { start, end, text: name }) => `${now.slice(0, start)}[${names.get(name)!}]${now.slice(end)}`, text);
}

/**
 * The model of a data set whose columns have other names now: a field keeps its name, format and place under the new id, and what was guessed of
 * the new column goes. Calculated fields, hierarchies, the extract and the smallest group follow.
 */
export function renameInModel(model: SetModel, names: ReadonlyMap<string, string>): SetModel {
  const one = (id: string): string => names.get(id) ?? id;
  const taken = new Set(names.values());
  const kept = model.fields.filter((field) => field.expr || names.has(field.id) || !taken.has(field.id));
  const shown = new Set(kept.map(({ name }) => name));
  return {
    ...model,
    fields: kept.map((field) => ({ ...field, id: one(field.id), ...(field.expr && { expr: renameInExpr(field.expr, names, shown) }) })),
    hierarchies: model.hierarchies.map((hierarchy) => ({ ...hierarchy, fields: hierarchy.fields.map(one) })),
    ...(model.extract && {
      extract: {
        ...model.extract,
        ...(model.extract.watermark && { watermark: one(model.extract.watermark) }),
        key: model.extract.key.map(one),
      },
    }),
    ...(model.minGroupBy && { minGroupBy: one(model.minGroupBy) }),
    ...(model.origin.kind === 'join' && {
      origin: {
        ...model.origin,
        model: {
          ...model.origin.model,
          columns: model.origin.model.columns.filter(({ id }) => !names.has(id)),
        },
      },
    }),
  };
}
