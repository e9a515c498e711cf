import { isEmpty, type Draft, type Item } from './draft.ts';

/** What is wrong with inputs of the form, by their ids, in the order of the form. */
export type Problems = ReadonlyMap<string, string>;
export const NO_PROBLEMS: Problems = new Map();
/** Stands for the choice of a check, which has no input in the form. */
export const CHECK = 'rule-check';

/** What a draft still lacks before it can be saved. */
export function gapsOf(draft: Draft, item: Item | undefined): Problems {
  const gaps = new Map<string, string>();
  const need = (id: string, value: unknown, message: string) => isEmpty(value) && gaps.set(id, message);
  need(CHECK, item, '请先在左侧选择一种检查');
  need('rule-name', draft.name.trim(), '请填写规则名称');
  need('rule-source', draft.sourceId, '请选择数据源');
  need('rule-table', draft.tableId, '请选择数据表');
  if (item?.target === 'column') need('rule-column', draft.columnId, '请选择字段');
  for (const { key, label, isRequired } of item?.fields ?? []) if (isRequired) need(`rule-${key}`, draft.config[key], `请填写${label}`);
  return gaps;
}

const INPUTS: Readonly<Record<string, string>> = {
  ruleName: 'rule-name',
  ruleSourceId: 'rule-source',
  ruleTableId: 'rule-table',
  ruleColumnId: 'rule-column',
  'ruleConfig.filter': 'rule-filter',
};
/** What the server says is wrong, at the inputs that it is about: `ruleConfig.accuracy.pattern` is that of the parameter `pattern`. */
export function refusalsOf(detail: unknown): Problems {
  const found = new Map<string, string>();
  for (const one of Array.isArray(detail) ? (detail as unknown[]) : []) {
    const { path, message } = (one ?? {}) as { path?: unknown; message?: unknown };
    if (typeof path !== 'string' || typeof message !== 'string') continue;
    const id = INPUTS[path] ?? (path.startsWith('ruleConfig.') ? `rule-${path.split('.')[2] ?? ''}` : null);
    if (id !== null) found.set(id, message);
  }
  return found;
}

/** Shows and focuses an input of the form; for a check, the search for one. */
export function focusInput(id: string): void {
  const input = id === CHECK ? document.querySelector<HTMLElement>('.quality-editor > aside input') : document.getElementById(id);
  input?.scrollIntoView({ block: 'center' });
  input?.focus({ preventScroll: true });
}
