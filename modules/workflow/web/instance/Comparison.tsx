import { Fragment } from 'react';
import type { FlowComparison } from '#kit/contract/flow.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import './comparison.css';

type Field = FlowComparison['fields'][number];
type Table = FlowComparison['tables'][number];
type Row = Table['rows'][number];

/** How many fields and rows are otherwise. */
export const changedCount = ({ fields, tables }: FlowComparison): number =>
  [...fields, ...tables.flatMap(({ rows }) => rows)].filter(({ state }) => state !== 'same').length;

interface ComparisonProps {
  comparison: FlowComparison;
  /** 只看变更 */
  onlyChanged: boolean;
}

/** 变更前 and 变更后 of a record, in its own order; what is otherwise is marked, and the former value struck out. */
export function Comparison({ comparison, onlyChanged }: ComparisonProps) {
  const { against, fields, tables } = comparison;
  const shown = onlyChanged ? fields.filter(({ state }) => state !== 'same') : fields;
  return (
    <div className="comparison">
      {changedCount(comparison) === 0 && <p className="comparison-none">与{against}相同，没有变化</p>}
      {shown.length > 0 && (
        <table aria-label="变更">
          <thead>
            <tr>
              <th scope="col">字段</th>
              <th scope="col">变更前</th>
              <th scope="col">变更后</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((field) => (
              <FieldRow key={field.name} field={field} />
            ))}
          </tbody>
        </table>
      )}
      {tables.map((table) => (
        <Rows key={table.name} table={table} onlyChanged={onlyChanged} />
      ))}
      {shown.some(({ isMasked }) => isMasked) && <p className="comparison-none">带 * 的值已脱敏，变更前后都按同一规则显示</p>}
      <p className="comparison-none">与{against}相比</p>
    </div>
  );
}

/** A number that went up or down says by how much. */
function difference(before: string | null, after: string | null): string | null {
  const plain = /^-?\d{1,15}(\.\d{1,6})?$/;
  if (before === null || after === null || !plain.test(before) || !plain.test(after)) return null;
  const by = Number((Number(after) - Number(before)).toFixed(6));
  if (by === 0) return null;
  return by > 0 ? `+${by}` : `−${Math.abs(by)}`;
}

function FieldRow({ field: { label, before, after, state, isMasked } }: { field: Field }) {
  const by = isMasked ? null : difference(before, after);
  return (
    <tr className={state}>
      <th scope="row">{label}</th>
      <td>{before === null ? <Missing /> : state === 'changed' ? <del>{before}</del> : before}</td>
      <td>
        {state === 'same' ? (
          <span className="muted">未变</span>
        ) : (
          <>
            {after === null ? <span className="muted">清空</span> : <ins>{after}</ins>}
            {by !== null && <small className={by.startsWith('+') ? 'up' : 'down'}>{by}</small>}
          </>
        )}
      </td>
    </tr>
  );
}

const STATES = { added: ['ok', '新增'], removed: ['bad', '删除'], changed: ['warn', '修改'] } as const;

function Rows({ table: { label, columns, rows }, onlyChanged }: { table: Table; onlyChanged: boolean }) {
  const shown = onlyChanged ? rows.filter(({ state }) => state !== 'same') : rows;
  if (shown.length === 0) return null;
  const of = (state: Row['state']) => rows.filter((row) => row.state === state).length;
  const counts = (['added', 'changed', 'removed'] as const).flatMap((state) =>
    of(state) > 0 ? `${STATES[state][1]} ${of(state)} 行` : [],
  );
  return (
    <section className="comparison-rows" aria-label={label}>
      <h4>
        {label} <span className="muted">{[`明细 ${rows.length} 行`, ...counts].join('，')}</span>
      </h4>
      <table aria-label={label}>
        <thead className="sr-only">
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, n) => (
            // rows have no identity of their own and never change while they are shown
            <tr key={n} className={row.state}>
              {columns.map((column, at) => (
                <td key={column.name} data-label={column.label}>
                  <Cell row={row} name={column.name} />
                  {at === 0 && row.state !== 'same' && (
                    <Fragment>
                      {' '}
                      <Tag tone={STATES[row.state][0]} dot={false}>
                        {STATES[row.state][1]}
                      </Tag>
                    </Fragment>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ row: { state, before, after }, name }: { row: Row; name: string }) {
  const [was, is] = [before?.[name] ?? null, after?.[name] ?? null];
  if (state === 'removed') return was === null ? <Missing /> : <del>{was}</del>;
  if (state === 'changed' && was !== is)
    return (
      <>
        {was !== null && <del>{was}</del>} {is === null ? <Missing /> : <ins>{is}</ins>}
      </>
    );
  return is === null ? <Missing /> : is;
}
