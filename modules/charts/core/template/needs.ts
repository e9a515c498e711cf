import type { Field } from '#modules/datasets/contract/field.ts';
import type { Slot } from '#modules/datasets/contract/query.ts';
import type { ChartConfig } from '../../contract/chart.ts';
import type { FieldNeed, TemplateField, TemplateSet } from '../../contract/template.ts';
import type { Outline, Part } from '../outline/outline.ts';
import { withoutFields } from './prefix.ts';
import { keptConditions } from './rebind.ts';
import { conditionFields } from '#modules/datasets/core/index.ts';

type Known = Pick<Field, 'id' | 'name' | 'type' | 'role' | 'format' | 'geo'>;
/** A field of a data set of the template; undefined when it is gone. */
export type FieldOf = (dataSetId: string, col: string) => Known | undefined;

const COUNTED: ReadonlySet<unknown> = new Set(['count', 'countd']);
const ofType = (type: Field['type'] | undefined): FieldNeed =>
  type === 'number' ? 'number' : type === 'date' || type === 'datetime' ? 'time' : 'text';

/** What a slot asks of its field. */
function needOf(shelf: 'dimension' | 'measure', slot: Slot, field: Known | undefined): FieldNeed {
  if (shelf === 'measure') {
    if (COUNTED.has(slot.aggregateType)) return 'any';
    return slot.aggregateType === 'min' || slot.aggregateType === 'max' ? ofType(field?.type) : 'number';
  }
  if (slot.grain) return 'time';
  // a number that names something, a year or a code, may be named by a text as well
  return field?.geo === 'province' || field?.geo === 'city' ? 'place' : ofType(field?.type) === 'number' ? 'any' : ofType(field?.type);
}

interface FieldUsage {
  readonly uses: Set<string>;
  readonly needs: Set<FieldNeed>;
  readonly parts: Set<string>;
}
type Note = (dataSetId: string, col: string, word: string, need: FieldNeed, part?: string) => void;

function noteChart({ key, least }: Part, chart: ChartConfig, fieldOf: FieldOf, note: Note): void {
  const { dataSetId: set } = chart;
  const shelves = [
    ['维度', 'dimension', chart.rows],
    ['系列', 'dimension', chart.columns],
    ['指标', 'measure', chart.measures],
  ] as const;
  for (const [word, shelf, slots] of shelves)
    for (const slot of slots) {
      const isNeeded = withoutFields(chart, (col) => col === slot.col, least) === null;
      note(set, slot.col, word, needOf(shelf, slot, fieldOf(set, slot.col)), isNeeded ? key : undefined);
    }
  for (const col of conditionFields(keptConditions(chart.filters))) note(set, col, '时间范围', 'time');
  for (const col of chart.drill) note(set, col, '下钻', 'any');
}

/** The data sets of a template in the order of its components, with every field that it uses of them, how, and for what. */
export function setsOf({ parts, filters }: Outline, names: (part: Part) => string, fieldOf: FieldOf): Omit<TemplateSet, 'name'>[] {
  const sets = new Map<string, { parts: { key: string; name: string }[]; fields: Map<string, FieldUsage> }>();
  const setFor = (id: string) => sets.get(id) ?? sets.set(id, { parts: [], fields: new Map() }).get(id)!;
  const note: Note = (set, col, word, need, part) => {
    const { fields } = setFor(set);
    const found = fields.get(col) ?? { uses: new Set(), needs: new Set(), parts: new Set() };
    fields.set(col, found);
    found.uses.add(word);
    if (need !== 'any') found.needs.add(need);
    if (part !== undefined) found.parts.add(part);
  };
  for (const part of parts) {
    if (!part.chart || part.isBlind) continue;
    setFor(part.chart.dataSetId).parts.push({ key: part.key, name: names(part) });
    noteChart(part, part.chart, fieldOf, note);
    for (const action of part.actions)
      if (action.do === 'filter')
        for (const { dataSetId, target } of action.map) note(dataSetId, target, '联动', ofType(fieldOf(dataSetId, target)?.type));
  }
  for (const { source, targets } of filters) {
    if (source && 'dataSetId' in source)
      note(source.dataSetId, source.col, '筛选选项', ofType(fieldOf(source.dataSetId, source.col)?.type));
    for (const target of targets)
      if ('col' in target) note(target.dataSetId, target.col, '筛选', ofType(fieldOf(target.dataSetId, target.col)?.type));
  }
  return [...sets].map(([id, set]) => ({
    id,
    parts: set.parts,
    fields: [...set.fields].map(([col, { uses, needs, parts: shown }]): TemplateField => {
      const field = fieldOf(id, col);
      return {
        col,
        name: field?.name ?? col,
        role: field?.role ?? 'dimension',
        type: field?.type ?? 'string',
        format: field?.format ?? null,
        geo: field?.geo ?? null,
        uses: [...uses],
        needs: [...needs],
        parts: [...shown],
      };
    }),
  }));
}
