import type { ExprResult } from '#kit/core/expr/index.ts';
import { ExprProblem } from '#kit/core/expr/index.ts';
import { add, compareDecimals, decimalOf, decimalText, divide, round, whole, type Decimal } from '#kit/core/expr/decimal.ts';
import type { ValueField } from '../contract/field.ts';
import { FORM_LIMITS } from '../contract/kinds.ts';
import type * as z from 'zod';
import type { FieldRight as Right, SubformField } from '../contract/schema.ts';
import type { CompiledForm, CompiledRule, Node } from './compile.ts';
import { readValue, type FieldValue, type Place } from './read-value.ts';
import { isValueField } from './walk.ts';

/** What a form knows of who fills it and when. */
export interface Person {
  readonly userId: string | null;
  readonly deptId: string | null;
}
/** What somebody may do with a field; absent = what the form says. */
export type FieldRight = z.output<typeof Right>;
export interface RunOptions {
  readonly person: Person;
  /** the record before this filling; null for a new one */
  readonly before?: Values | null;
  readonly rights?: ReadonlyMap<string, FieldRight>;
}
/** Values by the keys of the fields, as they were given or stored. */
export type Values = Readonly<Record<string, unknown>>;

/** How a field stands in a record. */
export interface FieldState {
  /** it takes part in the record: no rule hides it */
  readonly isActive: boolean;
  /** people see it: active, and not hidden from this person */
  readonly isVisible: boolean;
  readonly isRequired: boolean;
  /** nobody fills it in here: it stays as it was, or is calculated */
  readonly isReadonly: boolean;
  /** what is kept; null while hidden */
  readonly value: FieldValue;
  /** what is wrong with what was given, or with what a rule asks */
  readonly problem: string | null;
}
export interface RowState {
  /** id of the stored row that this one changes */
  readonly id: string | null;
  readonly cells: ReadonlyMap<string, FieldState>;
}
/** How a whole record stands: every field by its id, the rows of every sub-table by the sub-table's id. */
export interface FormState {
  readonly fields: ReadonlyMap<string, FieldState>;
  readonly rows: ReadonlyMap<string, readonly RowState[]>;
}

const own = (values: unknown, key: string): unknown =>
  typeof values === 'object' && values !== null && Object.hasOwn(values, key) ? (values as Values)[key] : undefined;
const SHOWN: FieldState = { isActive: true, isVisible: true, isRequired: false, isReadonly: false, value: null, problem: null };

/** A value as expressions read it. */
function plain(field: ValueField, value: FieldValue, part: string): unknown {
  if (value === null) return part === 'count' ? 0 : null;
  if (part === 'count') return Array.isArray(value) ? value.length : 1;
  if (part === 'from' || part === 'to') return (value as readonly string[])[part === 'from' ? 0 : 1];
  if (field.type === 'location') return (value as Place).address ?? `${(value as Place).lng},${(value as Place).lat}`;
  return Array.isArray(value) ? value.join(',') : value;
}

function total(values: readonly unknown[], how: string): string | null {
  const numbers = values.flatMap((value): Decimal[] =>
    value === null || value === undefined ? [] : [decimalOf(String(value)) ?? whole(0)],
  );
  const [first, ...others] = numbers;
  if (!first) return how === 'sum' ? '0' : null;
  const sum = () => others.reduce(add, first);
  switch (how) {
    case 'sum':
      return decimalText(sum());
    case 'avg': {
      const mean = divide(sum(), whole(numbers.length));
      return mean && decimalText(mean);
    }
    case 'max':
      return decimalText(others.reduce((a, b) => (compareDecimals(a, b) < 0 ? b : a), first));
    default:
      return decimalText(others.reduce((a, b) => (compareDecimals(a, b) > 0 ? b : a), first));
  }
}

/** One run over one record. */
class Run {
  readonly fields = new Map<string, FieldState>();
  readonly rows = new Map<string, { id: string | null; given: unknown; cells: Map<string, FieldState> }[]>();
  readonly #form: CompiledForm;
  readonly #given: Values;
  readonly #options: RunOptions;
  readonly #before: Map<string, ReadonlyMap<string, unknown>> = new Map();

  constructor(form: CompiledForm, given: Values, options: RunOptions) {
    this.#form = form;
    this.#given = given;
    this.#options = options;
  }

  /** The value under a name of an expression; `cells` are those of the row, where there is one. */
  #look(name: string, cells: ReadonlyMap<string, FieldState> | null): unknown {
    if (name === 'me.user') return this.#options.person.userId;
    if (name === 'me.dept') return this.#options.person.deptId;
    const [id = '', part = '', how = ''] = name.split('.');
    const node = this.#form.nodes.get(id);
    if (!node) return null;
    if (node.field.type === 'subform') {
      const rows = this.rows.get(id) ?? [];
      return part === 'count'
        ? rows.length
        : total(
            rows.map((row) => row.cells.get(part)?.value),
            how,
          );
    }
    if (!isValueField(node.field)) return null;
    return plain(node.field, (cells?.get(id) ?? this.fields.get(id))?.value ?? null, part);
  }

  #result(formula: CompiledRule['when'], cells: ReadonlyMap<string, FieldState> | null): ExprResult {
    if (!formula) return null;
    try {
      return formula.program.run((name) => this.#look(name, cells));
    } catch (problem) {
      // a value that cannot be used so is as good as none
      if (problem instanceof ExprProblem) return null;
      throw problem;
    }
  }

  holds(rule: CompiledRule, cells: ReadonlyMap<string, FieldState> | null): boolean {
    return this.#result(rule.when, cells) === true;
  }

  /** What a rule gives; undefined while it does not hold. */
  #computed(node: Node, cells: ReadonlyMap<string, FieldState> | null): ExprResult | undefined {
    const rule = node.rules.find((one) => one.effect === 'compute' && (one.when === null || this.holds(one, cells)));
    return rule && this.#result(rule.value, cells);
  }

  #state(node: Node, given: unknown, before: unknown, cells: ReadonlyMap<string, FieldState> | null): FieldState {
    const { field, within, rules } = node;
    const right = this.#options.rights?.get(field.id);
    const isShown = rules.every((rule) => rule.effect !== 'visible' || this.holds(rule, cells));
    const isActive = isShown && within.every(({ id }) => this.fields.get(id)?.isActive !== false);
    const isVisible = isActive && right !== 'hidden' && within.every(({ id }) => this.fields.get(id)?.isVisible !== false);
    const mayNot = right === 'read' || right === 'hidden';
    const isFixed = within.some(({ id }) => this.fields.get(id)?.isReadonly) || ('isReadonly' in field && field.isReadonly === true);
    const isReadonly = mayNot || isFixed || rules.some((rule) => rule.effect === 'readonly' && this.holds(rule, cells));
    const shown = { isActive, isVisible, isRequired: false, isReadonly, value: null, problem: null };
    if (!isActive || !isValueField(field)) return shown;
    const computed = this.#computed(node, cells);
    if (computed !== undefined) return { ...shown, isReadonly: true, ...fitted(field, computed, this.#form.today) };
    if (field.type === 'serial') return { ...shown, isReadonly: true, value: typeof before === 'string' ? before : null };
    if (!isReadonly) return { ...shown, ...readValue(field, given, this.#form) };
    const kept = before ?? defaultOf(field, this.#options.person, this.#form.today);
    const read = readValue(field, kept, this.#form);
    // what stood there before is neither lost nor blamed on who may not change it
    return { ...shown, value: read.problem === null || kept !== before ? read.value : (before as FieldValue) };
  }

  #oldRows(field: SubformField): ReadonlyMap<string, unknown> {
    const known = this.#before.get(field.id);
    if (known) return known;
    const rows = own(this.#options.before, field.key);
    const byId = new Map<string, unknown>(
      Array.isArray(rows)
        ? rows.flatMap((row: unknown) => (typeof own(row, 'id') === 'string' ? [[own(row, 'id') as string, row] as const] : []))
        : [],
    );
    this.#before.set(field.id, byId);
    return byId;
  }

  #table(node: Node, field: SubformField): void {
    const state = this.#state(node, null, null, null);
    this.fields.set(field.id, state);
    const given = state.isReadonly ? own(this.#options.before, field.key) : own(this.#given, field.key);
    // one more than there may be is enough to refuse them all
    const rows: readonly unknown[] = state.isActive && Array.isArray(given) ? given.slice(0, FORM_LIMITS.rows + 1) : [];
    const free = new Set(this.#oldRows(field).keys());
    this.rows.set(
      field.id,
      rows.map((row) => {
        const id = own(row, 'id');
        return { id: typeof id === 'string' && free.delete(id) ? id : null, given: row, cells: new Map<string, FieldState>() };
      }),
    );
    const isTable = given === null || given === undefined || Array.isArray(given);
    if (!isTable) this.fields.set(field.id, { ...state, problem: `“${field.label}”应为多行数据` });
  }

  node(node: Node): void {
    const { field, sub } = node;
    if (field.type === 'subform') return this.#table(node, field);
    if (sub === null) {
      const key = isValueField(field) ? field.key : '';
      this.fields.set(field.id, this.#state(node, own(this.#given, key), own(this.#options.before, key), null));
      return;
    }
    const key = isValueField(field) ? field.key : '';
    for (const row of this.rows.get(sub.id) ?? []) {
      const before = row.id === null ? undefined : own(this.#oldRows(sub).get(row.id), key);
      row.cells.set(field.id, this.#state(node, own(row.given, key), before, row.cells));
    }
  }

  /** Adds what rules ask, once every value is known. */
  finish(node: Node): void {
    const { field, sub } = node;
    const finished = (state: FieldState, cells: ReadonlyMap<string, FieldState> | null): FieldState => {
      if (!state.isVisible) return state;
      const isRequired =
        !state.isReadonly &&
        (('required' in field && field.required === true) ||
          node.rules.some((rule) => rule.effect === 'required' && this.holds(rule, cells)));
      const broken =
        state.problem === null ? node.rules.find((rule) => rule.effect === 'check' && this.#result(rule.when, cells) === false) : undefined;
      const problem = broken ? broken.message || `“${field.label || field.id}”不符合校验规则` : state.problem;
      return { ...state, isRequired, problem };
    };
    if (sub === null) this.fields.set(field.id, finished(this.fields.get(field.id) ?? SHOWN, null));
    else for (const { cells } of this.rows.get(sub.id) ?? []) cells.set(field.id, finished(cells.get(field.id) ?? SHOWN, cells));
  }
}

/** The result of an expression as the field keeps it. */
function fitted(field: ValueField, result: ExprResult, today: string): Pick<FieldState, 'value' | 'problem'> {
  if (result === null) return { value: null, problem: null };
  if (field.type === 'formula') {
    if (field.result === 'text') return { value: String(result).slice(0, 4000), problem: null };
    if (field.result === 'date') return readValue({ ...field, type: 'date' }, String(result).slice(0, 10), { today });
    const number = decimalOf(String(result));
    if (!number) return { value: null, problem: `“${field.label}”的公式结果不是数字` };
    const text = decimalText(round(number, field.precision ?? 2));
    return readValue({ ...field, type: 'money', precision: field.precision ?? 2 }, text, { today });
  }
  // a picture, a place or a range is nothing that an expression can give
  const precision = field.type === 'number' ? (field.precision ?? 6) : field.type === 'money' ? (field.precision ?? 2) : null;
  const number = precision === null ? null : decimalOf(String(result));
  return readValue(field, number && precision !== null ? decimalText(round(number, precision)) : result, { today });
}

/** How many characters of a day belong to a month and a year. */
const CUT = { year: 4, month: 7, date: 10 } as const;
const dayAs = (format: 'date' | 'datetime' | 'month' | 'year', day: string): string =>
  format === 'datetime' ? `${day} 00:00:00` : day.slice(0, CUT[format]);

/** What a new record has before anybody fills anything in. */
export function defaultOf(field: ValueField, { userId, deptId }: Person, today: string): unknown {
  if (!('default' in field) || field.default === undefined) return null;
  switch (field.type) {
    case 'user':
      return userId === null ? null : field.isMultiple ? [userId] : userId;
    case 'dept':
      return deptId === null ? null : field.isMultiple ? [deptId] : deptId;
    case 'date':
      return field.default === 'today' ? dayAs(field.format ?? 'date', today) : field.default;
    case 'time':
      return field.default === 'now' ? null : field.default;
    case 'select':
    case 'dict':
      return field.isMultiple ? field.default : (field.default[0] ?? null);
    default:
      return field.default;
  }
}

/** How a record stands with these values: what is seen, must be filled, is calculated and kept. Never throws, whatever it is given. */
export function runForm(form: CompiledForm, given: Values, options: RunOptions): FormState {
  const run = new Run(form, given, options);
  for (const node of form.order) run.node(node);
  for (const node of form.order) run.finish(node);
  return { fields: run.fields, rows: run.rows };
}
