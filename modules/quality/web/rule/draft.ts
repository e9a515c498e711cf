import type { CallReply } from '#kit/web/use-call.ts';
import type { ArgsOf } from '#kit/web/client.ts';
import type { api } from '../api.ts';

export type Item = CallReply<typeof api.ruleItem.list>[number];
export type RuleBody = ArgsOf<typeof api.rule.create>['body'];
export type Detail = CallReply<typeof api.rule.get>;

/** A rule while it is being written; `config` holds the parameters of its check item. */
export interface Draft {
  readonly name: string;
  readonly itemId: string | null;
  readonly levelId: string;
  readonly sourceId: string | null;
  readonly tableId: string | null;
  readonly columnId: string | null;
  /** where the other table of a comparison stands; null = in the same source */
  readonly relatedSourceId: string | null;
  readonly config: Readonly<Record<string, unknown>>;
  readonly nulls: 'ignore' | 'bad' | null;
  readonly filter: string;
  readonly weight: number;
  readonly isStrong: boolean;
  readonly threshold: number;
  readonly isOn: boolean;
  readonly remark: string;
}
export const EMPTY: Draft = {
  name: '',
  itemId: null,
  levelId: '2',
  sourceId: null,
  tableId: null,
  columnId: null,
  relatedSourceId: null,
  config: {},
  nulls: null,
  filter: '',
  weight: 1,
  isStrong: false,
  threshold: 100,
  isOn: true,
  remark: '',
};

/** A stored rule as a draft. */
export function draftOf(rule: Detail, item: Item | undefined): Draft {
  const config = rule.ruleConfig as Record<string, unknown>;
  const group = item?.group ? config[item.group] : undefined;
  return {
    name: rule.ruleName,
    itemId: rule.ruleItemId,
    levelId: rule.ruleLevelId,
    sourceId: rule.ruleSourceId,
    tableId: rule.ruleTableId,
    columnId: rule.ruleColumnId,
    relatedSourceId: rule.relatedSourceId,
    config: (group ?? {}) as Record<string, unknown>,
    nulls: rule.ruleConfig.nulls ?? null,
    filter: rule.ruleConfig.filter ?? '',
    weight: rule.ruleWeight,
    isStrong: rule.ruleStrength === '2',
    threshold: rule.ruleThreshold,
    isOn: rule.status === '1',
    remark: rule.remark ?? '',
  };
}

const RELATED = ['relatedTableId', 'relatedColumnId', 'relatedColumnIds', 'relatedKeyColumnIds', 'relatedGroupColumnIds'];
/** Parameters without the other table and its columns, which belong to another choice. */
export const withoutRelated = (config: Draft['config']): Draft['config'] =>
  Object.fromEntries(Object.entries(config).filter(([key]) => !RELATED.includes(key)));

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
/** Labels of parameters that the check needs and nobody has filled yet. */
export const missingOf = (item: Item, { config }: Draft): string[] =>
  item.fields.filter(({ key, isRequired }) => isRequired && isEmpty(config[key])).map(({ label }) => label);

/** The draft as the server takes it; null while table, column or check item are missing. */
export function bodyOf(draft: Draft, item: Item | undefined): RuleBody | null {
  const { sourceId, tableId, columnId } = draft;
  if (!item || !sourceId || !tableId || (item.target === 'column' && !columnId)) return null;
  const filled = Object.fromEntries(
    Object.entries(draft.config).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  );
  const ruleConfig = {
    ruleItemCode: item.itemCode,
    ...(item.group && { [item.group]: filled }),
    ...(item.nulls && draft.nulls && { nulls: draft.nulls }),
    ...(item.hasFilter && draft.filter.trim() && { filter: draft.filter.trim() }),
  };
  return {
    ruleName: draft.name,
    ruleTypeId: item.ruleTypeId,
    ruleItemId: item.id,
    ruleLevelId: draft.levelId,
    ruleSourceId: sourceId,
    ruleTableId: tableId,
    ruleColumnId: item.target === 'column' ? columnId : null,
    ruleConfig: ruleConfig as RuleBody['ruleConfig'],
    ruleWeight: draft.weight,
    ruleStrength: draft.isStrong ? '2' : '1',
    ruleThreshold: draft.threshold,
    status: draft.isOn ? '1' : '0',
    remark: draft.remark || null,
  };
}
