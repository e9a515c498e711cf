import { Checkbox, Input } from 'antd';
import { useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { LevelTag } from '#modules/gate/web/parts.ts';
import { type Change, type Draft, mergedFields, ticked } from './draft.ts';
import { useOriginColumns } from './pickers.tsx';

type As = 'reqable' | 'resable';
type Shown = ReturnType<typeof mergedFields>[number];
type Tick = (how: { as: As; on: boolean; names: readonly string[] }) => void;

const FILTER_FROM = 12;
const TICKS: readonly { as: As; head: string; label: string }[] = [
  { as: 'reqable', head: '请求', label: '作为请求参数' },
  { as: 'resable', head: '返回', label: '作为返回参数' },
];

/** The columns of the table: which may be asked for, which are returned. */
export function FieldTable({ draft, change }: { draft: Draft; change: Change }) {
  const { columns, levels: known, failed, retry } = useOriginColumns(draft.executeConfig);
  const [word, setWord] = useState('');
  if (failed) return <StateView kind="error" inline error={failed.error} onRetry={retry} />;
  if (!columns) return <StateView kind="loading" rows={5} />;
  const fields = mergedFields(draft.executeConfig.fieldParams, columns);
  const wanted = word.trim().toLowerCase();
  const shown = fields.filter((field) => [field.columnName, field.columnComment].some((text) => text?.toLowerCase().includes(wanted)));
  const tick: Tick = (how) => change(ticked(draft, fields, how));
  return (
    <div className="market-table-box">
      {fields.length >= FILTER_FROM && (
        <Input
          className="market-filter"
          aria-label="搜索字段"
          placeholder={`在 ${fields.length} 个字段中搜索`}
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
              {known && <th scope="col">级别</th>}
              {TICKS.map(({ as, head }) => (
                <th key={as} scope="col">
                  <TickAll as={as} head={head} shown={shown} tick={tick} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((field) => (
              <FieldRow
                key={field.columnName}
                field={field}
                level={known ? (known.get(field.columnName) ?? null) : undefined}
                tick={tick}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Ticks all fields that are shown, or none of them. */
function TickAll({ as, head, shown, tick }: { as: As; head: string; shown: readonly Shown[]; tick: Tick }) {
  const on = shown.filter((field) => field[as] === '1').length;
  const names = shown.filter(({ isGone }) => !isGone).map(({ columnName }) => columnName);
  return (
    <Checkbox
      checked={on > 0 && on === shown.length}
      indeterminate={on > 0 && on < shown.length}
      onChange={(event) => tick({ as, on: event.target.checked, names })}
    >
      {head}
    </Checkbox>
  );
}

/** `level` is undefined where levels are not shown. */
const FieldRow = ({ field, level, tick }: { field: Shown; level: string | null | undefined; tick: Tick }) => (
  <tr>
    <td className="mono">{field.columnName}</td>
    <td className="market-comment" title={field.columnComment ?? undefined}>
      {field.columnComment ?? <Missing />}
    </td>
    <td className="mono">{field.isGone ? <Tag tone="bad">字段已不存在</Tag> : field.dataType}</td>
    {level !== undefined && (
      <td>
        <LevelTag level={level} />
      </td>
    )}
    {TICKS.map(({ as, label }) => (
      <td key={as}>
        <Checkbox
          aria-label={`${field.columnName} ${label}`}
          checked={field[as] === '1'}
          disabled={field.isGone && field[as] === '0'}
          onChange={(event) => tick({ as, on: event.target.checked, names: [field.columnName] })}
        />
      </td>
    ))}
  </tr>
);
