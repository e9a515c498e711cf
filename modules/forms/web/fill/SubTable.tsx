import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { memo, useState, type ClipboardEvent, type CSSProperties, type KeyboardEvent } from 'react';
import { pastedCells } from '#kit/web/table/pasted-cells.ts';
import type { SubformField } from '../../contract/schema.ts';
import type { ValueField } from '../../contract/field.ts';
import type { RowState } from '../../core/index.ts';
import { Control } from './Control.tsx';
import { useFieldState, useFill, useFiller } from './context.ts';
import { pasted } from './paste.ts';
import type { FillRow } from './store.ts';
import { SubCards } from './SubCards.tsx';
import { useRow, useRowProblems, useRows, type PartProps } from './use-rows.ts';
import { takeOver } from './fills.ts';
import { ValueText } from './value-text.tsx';
import './sub-table.css';

/** 子表: a table of its own on wide windows, cards on phones. */
export function SubTable({ field }: { field: SubformField }) {
  const { isNarrow: isPhone } = useFiller();
  const path = `values.${field.key}`;
  const { state, problem } = useFieldState(field.id, path);
  const rows = useFill((fill) => fill.values[field.key] as readonly FillRow[] | undefined) ?? [];
  const wrong = useFill((fill) =>
    fill.showsAll ? fill.verdict.problems.filter((one) => one.subId === field.id && one.row !== null).length : 0,
  );
  const ways = useRows(field);
  return (
    <section className="fill-sub" aria-label={field.label} data-path={path}>
      <header>
        <h3>
          {field.label}
          {state.isRequired && (
            <span className="fill-star" aria-hidden>
              *
            </span>
          )}
        </h3>
        <small>
          {rows.length} 行 · 最多 {ways.most} 行
        </small>
        {wrong > 0 && <span className="fill-count wide">{wrong} 处需修改</span>}
        <span className="grow" />
        {!state.isReadonly && !isPhone && <small>可从 Excel 直接粘贴</small>}
      </header>
      {field.help && <div className="fill-help">{field.help}</div>}
      {isPhone ? (
        <SubCards {...{ field, rows, ways }} isReadonly={state.isReadonly} />
      ) : (
        <SubGrid {...{ field, rows, ways }} isReadonly={state.isReadonly} />
      )}
      {problem !== null && (
        <div className="fill-problem" role="alert">
          {problem}
        </div>
      )}
    </section>
  );
}

/** Pixels that a column takes at least. */
const LEAST = 120;
const gridOf = ({ children }: SubformField): CSSProperties => {
  const widths = children.map(({ width }) => (width ? `${width}px` : `minmax(${LEAST}px, 1fr)`));
  const least = children.reduce((sum, { width }) => sum + (width ?? LEAST), 48 + 44);
  return { '--columns': `48px ${widths.join(' ')} 44px`, '--least': `${least}px` } as CSSProperties;
};

function SubGrid({ field, rows, ways, isReadonly }: PartProps) {
  const [open, setOpen] = useState<string | null>(null);
  const add = () => {
    const key = ways.add();
    const first = field.children[0];
    if (key !== null && first) setOpen(`${key} ${first.id}`);
  };
  const move = (event: KeyboardEvent, row: number, column: ValueField) => {
    const all = ways.now();
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      const next = all[row + 1];
      event.preventDefault();
      if (next) setOpen(`${next.$key} ${column.id}`);
      else add();
    }
    if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      const above = all[row - 1];
      if (above) ways.put(all.map((one, at) => (at === row ? { ...one, [column.key]: above[column.key] } : one)));
    }
  };
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const cells = pastedCells(event.clipboardData.getData('text/plain'));
    if (cells === null) return;
    event.preventDefault();
    setOpen(null);
    ways.put(pasted(cells, { rows: ways.now(), columns: field.children, row, column, most: ways.most, blank: ways.blank }));
  };
  return (
    <div className="fill-table" style={gridOf(field)}>
      <div role="table" aria-label={field.label}>
        <div className="fill-row head" role="row">
          <span role="columnheader">#</span>
          {field.children.map((cell) => (
            <span key={cell.id} role="columnheader" title={cell.help ?? cell.label}>
              {cell.label}
              {cell.required && (
                <span className="fill-star" aria-hidden>
                  *
                </span>
              )}
            </span>
          ))}
          <span />
        </div>
        {rows.map((row, at) => (
          <GridRow
            key={row.$key}
            {...{ field, row, at, isReadonly, paste, move, onOpen: setOpen, onRemove: ways.remove }}
            open={open?.startsWith(`${row.$key} `) ? open.slice(row.$key.length + 1) : null}
            onClose={(cell) => setOpen((now) => (now === cell ? null : now))}
          />
        ))}
      </div>
      {!isReadonly && (
        <div className="fill-more">
          <Button type="link" icon={<PlusOutlined />} disabled={rows.length >= ways.most} onClick={add}>
            新增一行
          </Button>
          <kbd>↵</kbd> 下一行 <kbd>Ctrl D</kbd> 同上一行
        </div>
      )}
    </div>
  );
}

interface RowProps {
  field: SubformField;
  row: FillRow;
  at: number;
  isReadonly: boolean;
  /** id of the cell that is being filled in */
  open: string | null;
  onOpen: (open: string) => void;
  /** some controls tell that they were left when the next cell is open already: that one stays open */
  onClose: (cell: string) => void;
  onRemove: (key: string) => void;
  move: (event: KeyboardEvent, row: number, column: ValueField) => void;
  paste: (event: ClipboardEvent, row: number, column: number) => void;
}
const sameRow = (a: RowProps, b: RowProps): boolean =>
  a.row === b.row && a.at === b.at && a.open === b.open && a.isReadonly === b.isReadonly && a.field === b.field;

/** A row draws again when it has changed itself, and no other does. */
const GridRow = memo(function GridRow({ field, row, at, isReadonly, open, onOpen, onClose, onRemove, move, paste }: RowProps) {
  const state = useRow(field, at);
  const problems = useRowProblems(field, at);
  return (
    <div className="fill-row" role="row">
      <span role="cell" className="muted num">
        {at + 1}
      </span>
      {field.children.map((cell, column) => (
        <Cell
          key={cell.id}
          {...{ field, cell, row, state, isReadonly }}
          problem={problems[column] ?? null}
          isOpen={open === cell.id}
          onOpen={() => onOpen(`${row.$key} ${cell.id}`)}
          onClose={() => onClose(`${row.$key} ${cell.id}`)}
          onKeyDown={(event) => move(event, at, cell)}
          onPaste={(event) => paste(event, at, column)}
        />
      ))}
      <span role="cell">
        {!isReadonly && (
          <button type="button" className="icon-button small" aria-label={`删除第 ${at + 1} 行`} onClick={() => onRemove(row.$key)}>
            <DeleteOutlined />
          </button>
        )}
      </span>
    </div>
  );
}, sameRow);

interface CellProps {
  field: SubformField;
  cell: ValueField;
  row: FillRow;
  state: RowState | undefined;
  problem: string | null;
  isReadonly: boolean;
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
}
/** Kinds whose control is as light as its text, or that are worked without being opened. */
const ALWAYS = new Set(['switch', 'rate', 'file', 'image', 'checkbox', 'radio', 'slider', 'color']);

/** A cell shows its value, and becomes a control when it is reached: hundreds of controls would make typing slow. */
function Cell({ field, cell, row, state, problem, isReadonly, isOpen, onOpen, onClose, onKeyDown, onPaste }: CellProps) {
  const filler = useFiller();
  const { store } = filler;
  const stand = state?.cells.get(cell.id);
  if (stand?.isVisible === false) return <span role="cell" className="fill-cell blank" />;
  const isFixed = isReadonly || stand?.isReadonly === true;
  const parent =
    'parent' in cell && cell.parent !== undefined
      ? (state?.cells.get(cell.parent)?.value ?? store.getState().verdict.state.fields.get(cell.parent)?.value ?? null)
      : null;
  const control = (
    <Control
      field={cell}
      value={row[cell.key]}
      parent={parent === null ? null : String(parent)}
      autoFocus={!ALWAYS.has(cell.type)}
      status={problem === null ? undefined : 'error'}
      onChange={(next, fills) => {
        store.getState().setCell(field.key, row.$key, cell.key, next);
        takeOver(filler, fills, { sub: field.key, key: row.$key });
      }}
      onBlur={(event) => {
        // the button that empties a date is reached by Tab
        if (!event.target.closest('.fill-cell')?.contains(event.relatedTarget)) onClose();
      }}
    />
  );
  const shown = isFixed ? (stand?.value ?? null) : row[cell.key];
  const isBlank = shown === null || shown === undefined || shown === '';
  return (
    <span role="cell" className="fill-cell" data-wrong={problem !== null || undefined} onKeyDown={onKeyDown} onPaste={onPaste}>
      {isFixed || (!isOpen && !ALWAYS.has(cell.type)) ? (
        <span
          className={isFixed ? 'fill-shown fixed' : 'fill-shown'}
          tabIndex={isFixed ? undefined : 0}
          role={isFixed ? undefined : 'button'}
          aria-label={isFixed || !isBlank ? undefined : `填写${cell.label}`}
          onFocus={isFixed ? undefined : onOpen}
        >
          {isBlank ? <i>{isFixed ? '—' : (cell.placeholder ?? '')}</i> : <ValueText field={cell} value={shown} />}
        </span>
      ) : (
        control
      )}
      {problem !== null && <em className="fill-problem">{problem}</em>}
    </span>
  );
}
