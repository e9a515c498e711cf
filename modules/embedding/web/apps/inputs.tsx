import { Input, Select } from 'antd';
import { useState } from 'react';
import type { FieldProps } from '#kit/web/form/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import type { EmbedEntity } from '../../contract/embed-app.ts';
import { api } from './api.ts';

export const ENTITY_NAMES: Readonly<Record<EmbedEntity, string>> = { board: '看板', chart: '图表', screen: '大屏' };
const ENTITIES = Object.keys(ENTITY_NAMES) as EmbedEntity[];

/** Origins, one a line. */
export const OriginsInput = ({ value, onChange, ...props }: FieldProps) => (
  <Input.TextArea
    {...props}
    className="mono"
    autoSize={{ minRows: 2, maxRows: 8 }}
    placeholder={'https://portal.example.com\nhttps://oa.example.com:8443'}
    value={((value as string[] | undefined) ?? []).join('\n')}
    onChange={(event) => onChange?.(event.target.value === '' ? [] : event.target.value.split('\n'))}
  />
);

/** Contents that may be embedded, those of one kind together. */
export function ContentsInput({
  value,
  onChange,
  known,
  ...props
}: FieldProps & { known: readonly { key: string; name: string | null }[] }) {
  const answer = useCall(api.embedApp.choices, { query: {} });
  const contents = answer.data?.contents ?? [];
  const listed = new Set(contents.map(({ key }) => key));
  const others = ((value as string[] | undefined) ?? []).filter((key) => !listed.has(key));
  const nameOf = (key: string): string => known.find((one) => one.key === key)?.name ?? `已删除或无权查看（${key.split(':')[1]}）`;
  return (
    <Select
      {...props}
      mode="multiple"
      value={value as string[]}
      onChange={onChange}
      loading={answer.isLoading}
      placeholder="请选择看板、图表或大屏"
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={answer.isLoading ? '正在读取…' : '没有可选的内容'}
      options={[
        ...ENTITIES.map((entity) => ({
          label: ENTITY_NAMES[entity],
          options: contents.filter((one) => one.entity === entity).map(({ key, name }) => ({ value: key, label: name ?? key })),
        })).filter(({ options }) => options.length > 0),
        ...others.map((key) => ({ value: key, label: nameOf(key) })),
      ]}
    />
  );
}

/** The account whose rights embedded pages have, searched by name. */
export function AccountInput({ value, onChange, known, ...props }: FieldProps & { known: string | null }) {
  const [search, setSearch] = useState('');
  const answer = useCall(api.embedApp.choices, { query: search === '' ? {} : { account: search } });
  const accounts = answer.data?.accounts ?? [];
  const isListed = value === undefined || accounts.some(({ id }) => id === value);
  return (
    <Select
      {...props}
      value={value as string | undefined}
      onChange={onChange}
      loading={answer.isLoading}
      placeholder="请选择账号"
      showSearch={{ filterOption: false, onSearch: setSearch }}
      notFoundContent={answer.isLoading ? '正在读取…' : '没有可选的账号'}
      options={[
        ...accounts.map(({ id, name, username }) => ({ value: id, label: `${name}（${username}）` })),
        ...(isListed ? [] : [{ value: value as string, label: known ?? (value as string) }]),
      ]}
    />
  );
}
