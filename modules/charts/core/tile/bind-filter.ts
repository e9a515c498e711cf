import type { Field } from '#modules/datasets/contract/field.ts';
import type { ViewFilter } from '../../contract/view-filter.ts';

type Target = ViewFilter['targets'][number];
type Known = Pick<Field, 'id' | 'name' | 'type' | 'hidden'>;
interface FieldsOf {
  readonly id: string;
  readonly fields: readonly Known[];
}

/** The field of another data set that means the same: of the same column and kind, else what people call the same. */
function twin(field: Known, fields: readonly Known[]): Known | undefined {
  const open = fields.filter((one) => !one.hidden && one.type === field.type);
  return open.find((one) => one.id === field.id && one.name === field.name) ?? open.find((one) => one.name === field.name);
}

/** What a filter over a field acts on in a document: the field itself, and the one that means the same in every other data set. */
export function boundTargets(dataSetId: string, col: string, sets: readonly FieldsOf[]): Target[] {
  const field = sets.find(({ id }) => id === dataSetId)?.fields.find(({ id }) => id === col);
  const others = field
    ? sets.flatMap((set): Target[] => {
        const other = set.id === dataSetId ? undefined : twin(field, set.fields);
        return other ? [{ dataSetId: set.id, col: other.id }] : [];
      })
    : [];
  return [{ dataSetId, col }, ...others];
}

/** Targets that a filter could have and has not: data sets that came to the document after it. */
export function unboundTargets(filter: Pick<ViewFilter, 'source' | 'targets'>, sets: readonly FieldsOf[]): Target[] {
  const [first] = filter.targets;
  const { source } = filter;
  const from = source && 'dataSetId' in source ? source : first && 'col' in first ? first : null;
  if (!from) return [];
  const bound = new Set(filter.targets.map(({ dataSetId }) => dataSetId));
  return boundTargets(from.dataSetId, from.col, sets).filter(({ dataSetId }) => !bound.has(dataSetId));
}
