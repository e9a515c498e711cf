import type { RuleTable } from '../catalogue/declaration.ts';
import { columnsOf, columnsOfValue, type Aggregate } from '../measure/tree.ts';
import type { Measured } from './plan.ts';

/** Columns that a rule reads, as `table id` and name: the gate decides by them whether a statement may run or the measuring channel is asked. */
export interface Read {
  readonly tableId: string;
  readonly column: string;
}

const ofAggregate = (aggregate: Aggregate): string[] =>
  aggregate.is === 'rows' ? [] : [...('value' in aggregate ? columnsOfValue(aggregate.value) : []), ...columnsOf(aggregate.where)];

function here({ measure }: Measured): readonly string[] {
  switch (measure.of) {
    case 'rows':
      return [...columnsOf(measure.good), ...measure.judged.flatMap(columnsOfValue)];
    case 'repeated':
    case 'orphans':
      return measure.columns;
    case 'order':
      return [measure.column, measure.by];
    case 'history':
      return [...ofAggregate(measure.value), ...(measure.per ? ofAggregate(measure.per) : [])];
    case 'value':
      return ofAggregate(measure.value);
    case 'reconcile':
      return [...ofAggregate(measure.value), ...measure.groups];
    case 'ratio':
      return [...ofAggregate(measure.part), ...ofAggregate(measure.whole)];
    case 'differences':
      return [...measure.keys, ...measure.columns];
    case 'association':
      return measure.columns;
    case 'set':
    case 'mode':
    case 'outliers':
    case 'gap':
    case 'latest':
    case 'streamed':
    case 'drift':
      return [measure.column];
    default:
      return [];
  }
}
function there({ measure }: Measured): { table: RuleTable; names: readonly string[] } | null {
  switch (measure.of) {
    case 'orphans':
      return { table: measure.table, names: measure.to };
    case 'reconcile':
      return { table: measure.table, names: [...ofAggregate(measure.other), ...measure.otherGroups, ...columnsOf(measure.otherFilter)] };
    case 'differences':
      return { table: measure.table, names: [...measure.otherKeys, ...measure.otherColumns, ...columnsOf(measure.otherFilter)] };
    default:
      return null;
  }
}

/** Every column that the values of a rule come from, of both tables where there are two, each once. */
export function readsOf(table: RuleTable, measured: Measured): Read[] {
  const other = there(measured);
  return [
    ...[...new Set([...here(measured), ...columnsOf(measured.filter)])].map((column) => ({ tableId: table.id, column })),
    ...(other ? [...new Set(other.names)].map((column) => ({ tableId: other.table.id, column })) : []),
  ];
}
