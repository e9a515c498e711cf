import { Checkbox, Input } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { LevelTag } from '#modules/gate/web/parts.ts';
import { api } from '../api.ts';
import { mergedFields, ticked, type Draft } from './draft.ts';
import { useTableColumns } from './pickers.tsx';

const FILTER_FROM = 12;

/** The columns of the table: which may be asked for, which are returned. */
export function FieldTable({ draft, change }: { draft: Draft; change: (some: Partial<Draft>) => void }) {
  const can = useCan();
  const mayDetail = can(api.table.get);
  const { columns, known } = useTableColumns(draft.executeConfig.tableId ?? null, mayDetail);
  const [word, setWord] = useState('');
  if (columns.isError) return <StateView kind="error" inline error={columns.error} onRetry={() => void columns.refetch()} />;
  if (!columns.data) return <StateView kind="loading" rows={5} />;
  const fields = mergedFields(draft.executeConfig.fieldParams, columns.data);
  const hit = (text: string | null | undefined) => text?.toLowerCase().includes(word.trim().toLowerCase()) ?? false;
  const shown = word.trim() === '' ? fields : fields.filter((field) => hit(field.columnName) || hit(field.columnComment));
  const set = (as: 'reqable' | 'resable', on: boolean, names: readonly string[]) => change(ticked(draft, fields, { as, on, names }));
  const all = (as: 'reqable' | 'resable') => {
    const names = shown.filter(({ isGone }) => !isGone).map(({ columnName }) => columnName);
    const on = shown.filter((field) => field[as] === '1').length;
    return {
      checked: on > 0 && on === shown.length,
      indeterminate: on > 0 && on < shown.length,
      onChange: (event: { target: { checked: boolean } }) => set(as, event.target.checked, names),
    };
  };
  return (
    <div className="market-table-box">
      {fields.length >= FILTER_FROM && (
        <Input
          className="market-filter"
          aria-label="查找字段"
          placeholder={`在 ${fields.length} 个字段中查找`}
          allowClear
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
      )}
      <div className="market-scroll" tabIndex={0} role="region" aria-label="字段">
        <table className="market-table">
          <thead>
            <tr>
              <th scope="col">字段名</th>
              <th scope="col">说明</th>
              <th scope="col">类型</th>
              {mayDetail && <th scope="col">级别</th>}
              <th scope="col">
                <Checkbox {...all('reqable')}>请求</Checkbox>
              </th>
              <th scope="col">
                <Checkbox {...all('resable')}>返回</Checkbox>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((field) => (
              <tr key={field.columnName}>
                <td className="mono">{field.columnName}</td>
                <td>{field.columnComment ?? <Missing />}</td>
                <td className="mono">{field.isGone ? <Tag tone="bad">字段已不存在</Tag> : field.dataType}</td>
                {mayDetail && (
                  <td>
                    <LevelTag level={known.get(field.columnName)?.level ?? null} />
                  </td>
                )}
                {(['reqable', 'resable'] as const).map((as) => (
                  <td key={as}>
                    <Checkbox
                      aria-label={`${field.columnName} ${as === 'reqable' ? '作为请求参数' : '作为返回参数'}`}
                      checked={field[as] === '1'}
                      disabled={field.isGone && field[as] === '0'}
                      onChange={(event) => set(as, event.target.checked, [field.columnName])}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
