import type { ComponentType } from 'react';
import { nameOfAccount, type EntityField, type EntityFields } from '#kit/contract/entity-fields.ts';
import type { FieldProps, FormField } from '../form/types.ts';
import type { Column, SearchField } from '../table/types.ts';

/** Account picker; `present` is the currently stored account with its name. */
export type AccountPicker = ComponentType<FieldProps & { present: { id: string; name: string } | null }>;

const WIDTHS = { text: undefined, area: undefined, code: 160, number: 100, day: 120, dict: 110, status: 100, account: 110 } as const;

function columnOf(name: string, { kind, label, dict }: EntityField): Column<any> {
  const common = { title: label, width: WIDTHS[kind], sort: kind !== 'area' && kind !== 'account' };
  if (kind === 'account') return { ...common, field: nameOfAccount(name) };
  if (kind === 'number' || kind === 'day') return { ...common, field: name, kind };
  if (kind === 'code') return { ...common, field: name, kind: 'mono' };
  return { ...common, field: name, ...(dict !== null && { dict }) };
}

function inputOf(name: string, { kind, label, dict, example, initial }: EntityField, Accounts: AccountPicker | undefined): FormField<any> {
  const start = initial === null ? {} : { initial };
  if (kind === 'area') return { field: name, label, widget: 'area', wide: true };
  if (kind === 'number' || kind === 'day') return { field: name, label, widget: kind, ...start };
  if (kind === 'status') return { field: name, label, widget: 'switch', ...start };
  if (kind === 'code') return { field: name, label, ...(example !== null && { placeholder: `例如 ${example}` }) };
  if (kind === 'dict') return { field: name, label, widget: 'select', dict: dict! };
  if (kind !== 'account') return { field: name, label };
  if (!Accounts) throw new Error(`${name} is an account: the page says what chooses accounts`);
  return {
    field: name,
    label,
    render: (props, _, row) => {
      const [id, named] = [row?.[name], row?.[nameOfAccount(name)]];
      return <Accounts {...props} present={typeof id === 'string' && typeof named === 'string' ? { id, name: named } : null} />;
    },
  };
}

/**
 * Search fields, columns and form derived from an entity's field declarations; override after the spread.
 *
 *      export default defineEntityPage({ title: '办公资产管理', api: api.asset, nameField: 'assetName', ...pageFields(assetFields) });
 */
export function pageFields(fields: EntityFields, { accounts }: { accounts?: AccountPicker } = {}) {
  const all = Object.entries(fields);
  const search: SearchField[] = all
    .filter(([, { isSearched }]) => isSearched)
    .map(([name, { label, dict }]) => ({ field: name, label, ...(dict !== null && { dict }) }));
  const columns: Column<any>[] = [
    ...all.map(([name, one]) => columnOf(name, one)),
    { field: 'createTime', title: '创建时间', kind: 'time', width: 150, sort: true, hidden: true },
    { field: 'updateTime', title: '更新时间', kind: 'time', width: 150, sort: true },
  ];
  return { search, columns, form: all.map(([name, one]) => inputOf(name, one, accounts)) };
}
