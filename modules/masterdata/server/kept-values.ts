import { maskValue } from '#kit/core/mask/index.ts';
import type { Db } from '#kit/server/ctx.ts';
import type { KeptValue } from '#kit/server/flow.ts';
import { titleColumn } from '../core/index.ts';
import { sensitiveColumns } from './masks.ts';
import { modelEver, type ModelInForce } from './model-in-force.ts';

const EMPTY = '空';
const ARROW = ' → ';
/** Fields of a description that hold a line `<label>：<value>` for each column. */
const LINES: ReadonlySet<string> = new Set(['changes', 'values']);
/** One word stands for all values of lines, however long they are. */
const unsaid = (text: string): string => (text === EMPTY ? text : '******');
const masked = (text: string): string => (text === EMPTY || text.includes('*') ? text : String(maskValue(text)));

/** Masks lines of columns that were classified since they were written; a value of several lines belongs to the label above it. */
function maskedLines(text: string, labels: readonly string[], hidden: ReadonlySet<string>): string {
  const parts: { label: string; value: string }[] = [];
  for (const line of text.split('\n')) {
    const label = labels.find((one) => line.startsWith(`${one}：`));
    const last = parts.at(-1);
    if (label !== undefined) parts.push({ label, value: line.slice(label.length + 1) });
    else if (last) last.value += `\n${line}`;
    else return text;
  }
  return parts.map(({ label, value }) => `${label}：${hidden.has(label) ? value.split(ARROW).map(unsaid).join(ARROW) : value}`).join('\n');
}

interface Sensitive {
  /** ids of columns whose values are masked */
  readonly columns: ReadonlySet<string>;
  readonly isTitle: boolean;
}
async function sensitiveOf(db: Db, model: ModelInForce): Promise<Sensitive> {
  const columns = await sensitiveColumns(db, model);
  const title = titleColumn(model.columns);
  return { columns, isTitle: title !== null && columns.has(title.id) };
}
/** Columns that are read masked by now: sensitive ones, and references to records whose titles are. */
async function hiddenColumns(db: Db, model: ModelInForce, { columns }: Sensitive): Promise<ModelInForce['columns']> {
  const others = new Set(model.columns.flatMap(({ refModelId }) => refModelId ?? []));
  const untold = new Set<string>();
  for (const id of others) {
    const other = await modelEver(db, id);
    if (other && (await sensitiveOf(db, other)).isTitle) untold.add(id);
  }
  return model.columns.filter(({ id, refModelId }) => columns.has(id) || (refModelId !== null && untold.has(refModelId)));
}

/**
 * How what an approval has kept of records of a model is read today; null while nothing of it is sensitive. `recordId` is what a record goes by
 * whose title is sensitive.
 */
export async function keptValuesOf(db: Db, modelId: string, recordId: string | null = null): Promise<KeptValue | null> {
  const model = await modelEver(db, modelId);
  if (!model) return null;
  const sensitive = await sensitiveOf(db, model);
  const columns = await hiddenColumns(db, model, sensitive);
  if (columns.length === 0) return null;
  const names = new Set(columns.map(({ columnName }) => columnName));
  const hidden = new Set(columns.map(({ columnComment }) => columnComment));
  // a longer label may begin with a shorter one
  const labels = model.columns.map(({ columnComment }) => columnComment).toSorted((a, b) => b.length - a.length);
  return (field, value) => {
    if (typeof value !== 'string') return value;
    if (LINES.has(field)) return maskedLines(value, labels, hidden);
    if (field === 'recordTitle') return sensitive.isTitle ? (recordId ?? unsaid(value)) : value;
    return names.has(field.split('.').at(-1)!) ? masked(value) : value;
  };
}
