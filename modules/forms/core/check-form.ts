import { numberingProblem } from '#kit/core/text/numbering.ts';
import { FORM_LIMITS, SYSTEM_COLUMNS } from '../contract/kinds.ts';
import type { ValueField } from '../contract/field.ts';
import type { FormField, FormSchema, SubformField } from '../contract/schema.ts';
import { compileForm, type FormFault } from './compile.ts';
import { withIds } from './expression.ts';
import { exprNames } from './names.ts';
import { choiceSource } from './references.ts';
import { isList, readValue } from './read-value.ts';
import { isValueField, listsOf, textLimit, mainFields, placed, subforms, type Placed } from './walk.ts';

const title = ({ label, id }: { label: string; id: string }): string => label || id;

/** Ids of everything, parts of grids and pages of tabs included. */
function idFaults(schema: FormSchema): FormFault[] {
  const seen = new Set<string>();
  const ids = placed(schema.layout).flatMap(({ field }) => [
    { id: field.id, fieldId: field.id },
    ...(field.type === 'grid' || field.type === 'tabs' ? field.areas.map(({ id }) => ({ id, fieldId: field.id })) : []),
  ]);
  return ids.flatMap(({ id, fieldId }) => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [{ fieldId, message: `字段编号“${id}”重复` }];
  });
}

const RESERVED = new Set<string>(SYSTEM_COLUMNS);
/** Parts of one table: its fields and, for the record itself, its sub-tables. */
function keyFaults(fields: readonly (ValueField | SubformField)[]): FormFault[] {
  const seen = new Set<string>();
  return fields.flatMap((field) => {
    const { key } = field;
    const columns =
      field.type === 'dateRange'
        ? [`${key}_from`, `${key}_to`]
        : field.type === 'location'
          ? [`${key}_lng`, `${key}_lat`, `${key}_address`]
          : [key];
    const taken = columns.find((column) => seen.has(column));
    for (const column of columns) seen.add(column);
    if (columns.some((column) => RESERVED.has(column)))
      return [{ fieldId: field.id, message: `“${title(field)}”的字段标识“${key}”是系统保留字段，请更换` }];
    return taken === undefined ? [] : [{ fieldId: field.id, message: `“${title(field)}”的字段标识“${key}”与其他字段重复` }];
  });
}

function placeFaults({ field, within }: Placed): FormFault[] {
  const faults: FormFault[] = [];
  const blame = (message: string): void => void faults.push({ fieldId: field.id, message: `“${title(field)}”${message}` });
  if (within.length >= FORM_LIMITS.depth) blame(`嵌套过深，最多${FORM_LIMITS.depth}层`);
  if (field.type === 'subform' && field.label === '') blame('还没有标题');
  if (field.type === 'subform' && within.some(({ type }) => type === 'subform')) blame('不能放在子表中');
  if (isValueField(field)) for (const message of settingFaults(field)) blame(message);
  return faults;
}

function duplicate(values: readonly string[]): string | undefined {
  return values.find((value, at) => values.indexOf(value) !== at);
}
/** Settings that contradict each other. */
function settingFaults(field: ValueField): string[] {
  const faults: string[] = [];
  const above = (least: unknown, most: unknown): boolean => typeof least === 'number' && typeof most === 'number' && least > most;
  if (field.label === '') faults.push('还没有标题');
  const source = choiceSource(field);
  if (source !== null && Object.values(source).includes('')) faults.push('还没有选好选项来源');
  if ('min' in field && above(field.min, field.max)) faults.push('的最小值大于最大值');
  if ('minLength' in field && above(field.minLength, field.maxLength)) faults.push('的最少字数大于最多字数');
  if ('minCount' in field && above(field.minCount, field.maxCount)) faults.push('的最少个数大于最多个数');
  if (
    (field.type === 'date' || field.type === 'dateRange') &&
    field.min &&
    field.max &&
    field.min !== 'today' &&
    field.max !== 'today' &&
    field.min > field.max
  )
    faults.push('的最早日期晚于最晚日期');
  if ('options' in field && field.options.from === 'static') {
    const twice = duplicate(field.options.items.map(({ value }) => value));
    if (twice !== undefined) faults.push(`的选项值“${twice}”重复`);
  }
  if (field.type === 'cascader' && hasTwice(field.items)) faults.push('同一级的选项值有重复');
  if (field.type === 'cascader' && countNodes(field.items) > FORM_LIMITS.cascaderNodes)
    faults.push(`的选项最多${FORM_LIMITS.cascaderNodes}个`);
  // longer texts have no place in an index
  if (field.isUnique && !canBeUnique(field)) faults.push('不能设为“不可重复”：内容过长或不能比较');
  if (field.type === 'serial') {
    const problem = numberingProblem(field.pattern);
    if (problem !== null) faults.push(`的编号规则${problem}`);
  }
  if ('default' in field && !['user', 'dept'].includes(field.type) && field.default !== 'today' && field.default !== 'now') {
    const given = Array.isArray(field.default) && 'isMultiple' in field && !field.isMultiple ? field.default[0] : field.default;
    // a default that is out of range would be blamed on whoever fills the form
    const { problem } = readValue(field, given, { today: '2000-01-01' });
    if (problem !== null) faults.push(`的默认值不正确：${problem}`);
  }
  return faults;
}
/** Kinds of which two values can be told apart by an index. */
export function canBeUnique(field: ValueField): boolean {
  if (isList(field)) return false;
  if (field.type === 'input') return textLimit(field) <= FORM_LIMITS.uniqueLength;
  return ['number', 'money', 'date', 'time', 'select', 'user', 'dept', 'dict', 'dataset', 'form', 'serial', 'area', 'source'].includes(
    field.type,
  );
}
type Nodes = Extract<ValueField, { type: 'cascader' }>['items'];
const hasTwice = (nodes: Nodes): boolean =>
  duplicate(nodes.map(({ value }) => value)) !== undefined || nodes.some(({ children }) => children !== undefined && hasTwice(children));
const countNodes = (nodes: Nodes): number => nodes.reduce((sum, { children }) => sum + 1 + countNodes(children ?? []), 0);

/** A field that another one's options hang on must be one that can be chosen, of the same record or row. */
function parentFaults(all: readonly Placed[]): FormFault[] {
  const byId = new Map(all.map((place) => [place.field.id, place]));
  return all.flatMap(({ field, sub }) => {
    if (!('parent' in field) || field.parent === undefined) return [];
    const above = byId.get(field.parent);
    const isReachable =
      above !== undefined && isValueField(above.field) && (above.sub === null || above.sub === sub) && field.parent !== field.id;
    return isReachable ? [] : [{ fieldId: field.id, message: `“${title(field)}”的上级字段不存在或不能使用` }];
  });
}
function fillFaults(all: readonly Placed[]): FormFault[] {
  const byId = new Map(all.map((place) => [place.field.id, place]));
  return all.flatMap(({ field, sub }) => {
    if (!('fills' in field)) return [];
    return (field.fills ?? []).flatMap(({ to }) => {
      const target = byId.get(to);
      const isFit = target !== undefined && isValueField(target.field) && target.sub === sub && to !== field.id;
      return isFit ? [] : [{ fieldId: field.id, message: `“${title(field)}”要带出的字段不存在，请重新选择` }];
    });
  });
}

/** Counts that are beyond what one form may have. */
function limitFaults(all: readonly Placed[], schema: FormSchema): FormFault[] {
  const faults: FormFault[] = [];
  if (all.length > FORM_LIMITS.fields) faults.push({ fieldId: all[0]!.field.id, message: `一张表单最多${FORM_LIMITS.fields}个字段` });
  if (subforms(schema).length > FORM_LIMITS.subforms)
    faults.push({ fieldId: subforms(schema)[0]!.id, message: `一张表单最多${FORM_LIMITS.subforms}个子表` });
  return faults;
}

/** Everything that stands in the way of publishing a form, each with the field where it is mended. */
export function formFaults(schema: FormSchema): FormFault[] {
  const all = placed(schema.layout);
  if (!all.some(({ field, sub }) => sub === null && isValueField(field)) && subforms(schema).length === 0)
    return [{ fieldId: '', message: '表单还没有字段，请先添加字段' }];
  return [
    ...limitFaults(all, schema),
    ...idFaults(schema),
    ...keyFaults([...mainFields(schema), ...subforms(schema)]),
    ...subforms(schema).flatMap(({ children }) => keyFaults(children)),
    ...all.flatMap(placeFaults),
    ...parentFaults(all),
    ...fillFaults(all),
    ...(schema.settings.approval?.processKey === ''
      ? [{ fieldId: 'settings.approval', message: '请选择审批流程，或关闭“提交后审批”' }]
      : []),
    ...compileForm(schema, { today: '2000-01-01' }).faults,
  ];
}

/** A form as it is stored: expressions name fields by their ids, whatever they were called when they were written. */
export function settledForm(schema: FormSchema): FormSchema {
  const subOf = new Map(placed(schema.layout).map(({ field, sub }) => [field.id, sub]));
  const names = new Map<SubformField | null, ReturnType<typeof exprNames>>();
  const stored = (text: string, id: string): string => {
    const sub = subOf.get(id) ?? null;
    const known = names.get(sub) ?? exprNames(schema, sub);
    names.set(sub, known);
    return withIds(text, known);
  };
  const field = <F extends FormField>(one: F): F => {
    if (one.type === 'formula') return { ...one, expr: stored(one.expr, one.id) };
    if (listsOf(one).length === 0) return one;
    if (one.type === 'grid' || one.type === 'tabs')
      return { ...one, areas: one.areas.map((area) => ({ ...area, children: area.children.map(field) })) };
    return 'children' in one ? { ...one, children: one.children.map(field) } : one;
  };
  return {
    ...schema,
    layout: schema.layout.map(field),
    rules: schema.rules.map((rule) => ({
      ...rule,
      ...(rule.when !== undefined && { when: stored(rule.when, rule.target) }),
      ...(rule.value !== undefined && { value: stored(rule.value, rule.target) }),
    })),
  };
}
