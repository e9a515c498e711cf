import { FORM_LIMITS } from '../contract/kinds.ts';
import type { FieldKind } from '../contract/kinds.ts';
import type { SubformField } from '../contract/schema.ts';
import type { CompiledForm, Node } from './compile.ts';
import { runForm, type FieldState, type FormState, type RowState, type RunOptions, type Values } from './rules.ts';
import { isValueField } from './walk.ts';

/** Something wrong with a record: `path` as callers read it, `values.items.0.name`; `row` counts from 0. */
export interface RecordProblem {
  readonly path: string;
  readonly message: string;
  readonly fieldId: string;
  readonly subId: string | null;
  readonly row: number | null;
}
export interface Verdict {
  /** what is kept, by key: every field of the form, null where it is blank or hidden */
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly RecordProblem[];
  readonly state: FormState;
}

const CHOSEN = new Set<FieldKind>([
  'radio',
  'checkbox',
  'select',
  'cascader',
  'date',
  'dateRange',
  'time',
  'rate',
  'color',
  'user',
  'dept',
  'post',
  'area',
  'dict',
  'dataset',
  'source',
  'form',
]);
const UPLOADED = new Set<FieldKind>(['file', 'image']);
/** The sentence for what must be filled in and is not. */
function missing(type: FieldKind, label: string): string {
  if (CHOSEN.has(type)) return `请选择“${label}”`;
  if (UPLOADED.has(type)) return `请上传“${label}”`;
  if (type === 'signature') return `请完成“${label}”`;
  return type === 'location' ? `请获取“${label}”` : `请填写“${label}”`;
}
/** What is wrong with one field; null when nothing is. */
function problemOf({ field }: Node, { isVisible, isRequired, value, problem }: FieldState): string | null {
  if (!isVisible) return null;
  if (problem !== null) return problem;
  return isRequired && isValueField(field) && value === null ? missing(field.type, field.label) : null;
}

function rowsProblem(field: SubformField, state: FieldState, count: number): string | null {
  if (!state.isVisible || state.problem !== null) return state.isVisible ? state.problem : null;
  const most = Math.min(field.maxRows ?? 200, FORM_LIMITS.rows);
  const least = Math.max(field.minRows ?? 0, state.isRequired ? 1 : 0);
  if (count > most) return `“${field.label}”最多${most}行`;
  if (count < least && !state.isReadonly)
    return least === 1 ? `请至少填写一行“${field.label}”` : `“${field.label}”至少${least}行，已有${count}行`;
  return null;
}

class Judge {
  readonly problems: RecordProblem[] = [];
  readonly values: Record<string, unknown> = {};
  readonly #form: CompiledForm;
  readonly #state: FormState;

  constructor(form: CompiledForm, state: FormState) {
    this.#form = form;
    this.#state = state;
  }

  main(node: Node): void {
    const { field } = node;
    const state = this.#state.fields.get(field.id);
    if (!state) return;
    if (field.type === 'subform') return this.#table(field, state);
    if (!isValueField(field)) return;
    this.values[field.key] = state.value;
    const message = problemOf(node, state);
    if (message !== null) this.problems.push({ path: `values.${field.key}`, message, fieldId: field.id, subId: null, row: null });
  }

  #table(field: SubformField, state: FieldState): void {
    const rows = this.#state.rows.get(field.id) ?? [];
    const message = rowsProblem(field, state, rows.length);
    if (message !== null) this.problems.push({ path: `values.${field.key}`, message, fieldId: field.id, subId: field.id, row: null });
    this.values[field.key] = rows.map((row, at) => this.#row(field, row, at));
  }

  #row(sub: SubformField, { id, cells }: RowState, at: number): Readonly<Record<string, unknown>> {
    const values: Record<string, unknown> = id === null ? {} : { id };
    for (const cell of sub.children) {
      const state = cells.get(cell.id);
      const node = this.#form.nodes.get(cell.id);
      if (!state || !node) continue;
      values[cell.key] = state.value;
      const message = problemOf(node, state);
      if (message !== null)
        this.problems.push({ path: `values.${sub.key}.${at}.${cell.key}`, message, fieldId: cell.id, subId: sub.id, row: at });
    }
    return values;
  }
}

/**
 * Reads a record: what is kept of the values, and what is wrong with them. Browser and server ask this one function, so they say the same
 * words. Keys that the form does not know are left out; hidden fields are kept blank; read-only and calculated ones are what they were or
 * what their expression gives, whatever is sent.
 */
export function validateRecord(form: CompiledForm, given: unknown, options: RunOptions): Verdict {
  const isRecord = typeof given === 'object' && given !== null && !Array.isArray(given);
  const state = runForm(form, isRecord ? (given as Values) : {}, options);
  const judge = new Judge(form, state);
  for (const node of form.nodes.values()) if (node.sub === null) judge.main(node);
  return { values: judge.values, problems: judge.problems, state };
}
