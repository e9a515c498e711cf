import { CopyOutlined, DeleteOutlined, DownOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useId, useState, type CSSProperties } from 'react';
import type { ValueField } from '../../contract/field.ts';
import type { RowState } from '../../core/index.ts';
import { Control } from './Control.tsx';
import { useFiller } from './context.ts';
import { FieldFrame } from './FieldBox.tsx';
import type { FillRow } from './store.ts';
import { useRow, useRowProblems, type PartProps } from './use-rows.ts';
import { takeOver } from './fills.ts';
import { plainText, ValueText } from './value-text.tsx';

/** The rows of a sub-table on a phone: cards, of which one is open. */
export function SubCards({ field, rows, ways, isReadonly }: PartProps) {
  const [open, setOpen] = useState<string | null>(rows.length === 1 ? (rows[0]?.$key ?? null) : null);
  return (
    <div className="fill-cards">
      {rows.map((row, at) => (
        <RowCard key={row.$key} {...{ field, row, at, rows, ways, isReadonly }} isOpen={open === row.$key} onOpen={(key) => setOpen(key)} />
      ))}
      {!isReadonly && (
        <button type="button" className="fill-add" disabled={rows.length >= ways.most} onClick={() => setOpen(ways.add() ?? open)}>
          <PlusOutlined /> 新增一行
        </button>
      )}
    </div>
  );
}

interface CardProps extends PartProps {
  row: FillRow;
  at: number;
  isOpen: boolean;
  onOpen: (key: string | null) => void;
}
function RowCard({ field, row, at, rows, ways, isReadonly, isOpen, onOpen }: CardProps) {
  const state = useRow(field, at);
  const problems = useRowProblems(field, at);
  const wrong = problems.filter((one) => one !== null);
  const [first, ...others] = field.children.map((cell) => {
    const value = state?.cells.get(cell.id)?.value ?? null;
    return value === null ? '' : (plainText(cell, value) ?? '');
  });
  const rest = others.filter((text) => text !== '').slice(0, 3);
  return (
    <section className="fill-rowcard" data-wrong={wrong.length > 0 || undefined} data-open={isOpen || undefined}>
      <button type="button" className="fill-rowhead" aria-expanded={isOpen} onClick={() => onOpen(isOpen ? null : row.$key)}>
        <span className="num muted">{at + 1}</span>
        <span className="cut">{first || '未填写'}</span>
        {isOpen ? <DownOutlined /> : <RightOutlined />}
      </button>
      {!isOpen &&
        (wrong.length > 0 ? (
          <div className="fill-problem">{wrong[0]}</div>
        ) : (
          rest.length > 0 && <small className="cut">{rest.join(' · ')}</small>
        ))}
      {isOpen && (
        <>
          <div className="fill-grid">
            {field.children.map((cell, column) => (
              <CardCell key={cell.id} {...{ field, cell, row, at, state, isReadonly }} problem={problems[column] ?? null} />
            ))}
          </div>
          <footer>
            {!isReadonly && (
              <>
                <Button type="link" icon={<CopyOutlined />} onClick={() => onOpen(ways.copy(row.$key) ?? row.$key)}>
                  复制
                </Button>
                <Button type="link" danger icon={<DeleteOutlined />} onClick={() => ways.remove(row.$key)}>
                  删除
                </Button>
              </>
            )}
            <span className="grow" />
            <Button type="link" disabled={at === 0} onClick={() => onOpen(rows[at - 1]?.$key ?? null)}>
              上一行
            </Button>
            <Button type="link" disabled={at >= rows.length - 1} onClick={() => onOpen(rows[at + 1]?.$key ?? null)}>
              下一行
            </Button>
          </footer>
        </>
      )}
    </section>
  );
}

interface CellProps extends Pick<PartProps, 'field' | 'isReadonly'> {
  cell: ValueField;
  row: FillRow;
  at: number;
  state: RowState | undefined;
  problem: string | null;
}
const NARROW = new Set(['date', 'number', 'money', 'time', 'switch', 'select', 'formula']);
function CardCell({ field, cell, row, at, state, problem, isReadonly }: CellProps) {
  const id = useId();
  const filler = useFiller();
  const { store } = filler;
  const stand = state?.cells.get(cell.id);
  if (stand?.isVisible === false) return null;
  const isFixed = isReadonly || stand?.isReadonly === true;
  const path = `values.${field.key}.${at}.${cell.key}`;
  const parentId = 'parent' in cell ? cell.parent : undefined;
  const above = parentId === undefined ? null : (state?.cells.get(parentId)?.value ?? null);
  return (
    <div className="fill-place-of" style={{ '--span': 24, '--phone-span': NARROW.has(cell.type) ? 12 : 24 } as CSSProperties}>
      <FieldFrame {...{ id, path, problem }} label={cell.label} isRequired={stand?.isRequired === true}>
        {isFixed ? (
          <div className="fill-locked" id={id}>
            <ValueText field={cell} value={stand?.value ?? null} />
          </div>
        ) : (
          <Control
            {...{ id }}
            field={cell}
            value={row[cell.key]}
            parent={above === null ? null : String(above)}
            status={problem === null ? undefined : 'error'}
            onChange={(next, fills) => {
              store.getState().setCell(field.key, row.$key, cell.key, next);
              takeOver(filler, fills, { sub: field.key, key: row.$key });
            }}
            onBlur={() => store.getState().leave(path)}
          />
        )}
      </FieldFrame>
    </div>
  );
}
