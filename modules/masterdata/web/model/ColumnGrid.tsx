import { CheckCircleFilled, CloseCircleFilled, DeleteOutlined, HolderOutlined } from '@ant-design/icons';
import { AutoComplete, Checkbox, Input, Select } from 'antd';
import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { Tag } from '#kit/web/Tag.tsx';
import { TYPE_EXAMPLES, typeText } from './column-type.ts';
import type { Binding, DraftColumn } from './draft.ts';
import { GRID_CELLS, textOfCell, type GridCell, type Labels } from './grid-cells.ts';
import { useGridKeys, type Editing, type GridKeys, type Spot } from './use-grid-keys.ts';

/** What a draft does to a column of the version in force. */
export type Mark = '新' | '宽' | '改';

interface Props {
  columns: readonly DraftColumn[];
  /** columns of the platform, which nobody edits */
  system: readonly { readonly columnName: string }[];
  labels: Labels;
  marks: ReadonlyMap<string, Mark>;
  /** what is wrong, by key of the column and name of the field */
  faults: ReadonlyMap<string, ReadonlyMap<string, string>>;
  bindings: ReadonlyMap<string, Binding>;
  isReadonly: boolean;
  chosen: string | null;
  onChange: (label: string, columns: readonly DraftColumn[]) => void;
  onChoose: (key: string) => void;
  onBind: (key: string) => void;
  /** buttons above the grid; `add` puts a column at the end */
  tools: (add: () => void) => ReactNode;
}

/** Columns of a model as a sheet: arrows walk, letters and Enter edit, rows of a spreadsheet can be pasted. */
export function ColumnGrid(props: Props) {
  const { columns, system, isReadonly, tools } = props;
  const keys = useGridKeys(props);
  const table = useRef<HTMLTableElement>(null);
  const { row, cell } = keys.at;
  const isEditing = keys.editing !== null;
  // true from the first focus until something else gets it; an editor that closes leaves it to nobody
  const isInside = useRef(false);
  useEffect(() => {
    if (isEditing || !isInside.current || !table.current) return;
    table.current.querySelector<HTMLElement>(`[data-spot="${row}:${cell}"]`)?.focus();
  }, [row, cell, isEditing, columns]);
  return (
    <>
      {tools(() => keys.add())}
      <div className="md-grid-box">
        <table
          className="md-grid"
          role="grid"
          aria-label="模型列"
          ref={table}
          aria-readonly={isReadonly}
          onFocus={() => {
            isInside.current = true;
          }}
          onBlur={({ relatedTarget }) => {
            if (relatedTarget !== null && !table.current?.contains(relatedTarget)) isInside.current = false;
          }}
        >
          <thead>
            <tr>
              <td className="md-mark" />
              {GRID_CELLS.map(({ field, title }) => (
                <th key={field} className={`md-${field}`}>
                  {title}
                </th>
              ))}
              <td className="md-act" />
            </tr>
          </thead>
          <tbody>
            {columns.map((column, index) => (
              <Row key={column.key} {...{ column, index, keys }} all={props} />
            ))}
            <tr className="md-system">
              <td />
              <td colSpan={GRID_CELLS.length + 1}>
                <span className="mono">{system.map(({ columnName }) => columnName).join('、')}</span> 等 {system.length}{' '}
                个系统列由平台维护，不可改
              </td>
            </tr>
          </tbody>
        </table>
      </div>
    </>
  );
}

interface RowProps {
  column: DraftColumn;
  index: number;
  keys: GridKeys;
  all: Props;
}
function Row({ column, index, keys, all }: RowProps) {
  const mark = all.marks.get(column.key);
  const faults = all.faults.get(column.key);
  return (
    <tr aria-selected={all.chosen === column.key} className={all.chosen === column.key ? 'on' : undefined}>
      <td className="md-mark">
        {mark ? (
          <Tag tone={mark === '新' ? 'accent' : 'violet'} dot={false}>
            {mark}
          </Tag>
        ) : (
          <HolderOutlined className="md-handle" aria-hidden />
        )}
      </td>
      {GRID_CELLS.map((cell, at) => (
        <CellBox
          key={cell.field}
          {...{ column, cell, keys, all }}
          spot={{ row: index, cell: at }}
          fault={faults?.get(cell.field)}
          editing={keys.editing?.row === index && keys.editing.cell === at ? keys.editing : null}
        />
      ))}
      <td className="md-act">
        {!all.isReadonly && (
          <button
            type="button"
            tabIndex={-1}
            className="icon-button small"
            aria-label={`删除列 ${column.columnComment || column.columnName || index + 1}`}
            onClick={() => keys.remove(index)}
          >
            <DeleteOutlined />
          </button>
        )}
      </td>
    </tr>
  );
}

interface CellProps extends Omit<RowProps, 'index'> {
  cell: GridCell;
  spot: Spot;
  fault: string | undefined;
  editing: Editing | null;
}
function CellBox({ column, cell, spot, keys, all, fault, editing }: CellProps) {
  const isHere = keys.at.row === spot.row && keys.at.cell === spot.cell;
  return (
    <td
      role="gridcell"
      className={`md-cell md-${cell.field}`}
      data-spot={`${spot.row}:${spot.cell}`}
      data-wrong={fault !== undefined || undefined}
      title={fault}
      tabIndex={isHere && editing === null ? 0 : -1}
      onFocus={(event) => {
        if (event.target === event.currentTarget && !isHere) keys.go(spot.row, spot.cell);
      }}
      onClick={() => {
        if (editing === null) all.onChoose(column.key);
      }}
      onDoubleClick={() => editing === null && cell.kind !== 'flag' && keys.begin(spot)}
      onKeyDown={(event) => editing === null && event.target === event.currentTarget && keys.handleKey(event, spot)}
      onCopy={(event) => editing === null && keys.handleCopy(event, spot)}
      onPaste={(event) => editing === null && keys.handlePaste(event, spot)}
    >
      {editing ? (
        <Editor key={spot.cell} {...{ column, cell, spot, keys, all, editing }} />
      ) : (
        <Shown {...{ column, cell, spot, keys, all }} />
      )}
    </td>
  );
}

function Shown({ column, cell, spot, keys, all }: Omit<CellProps, 'fault' | 'editing'>) {
  if (cell.kind === 'flag')
    return (
      <Checkbox
        tabIndex={-1}
        disabled={all.isReadonly}
        aria-label={`${column.columnComment || column.columnName || '列'} ${cell.title}`}
        checked={column[cell.field] === '1'}
        onChange={() => keys.begin(spot)}
      />
    );
  if (cell.kind === 'binding')
    return <BindingText binding={all.bindings.get(column.key)} isReadonly={all.isReadonly} onBind={() => all.onBind(column.key)} />;
  const text = cell.kind === 'type' ? typeText(column) : textOfCell(column, cell, all.labels);
  if (text === '') return <span className="none">{cell.kind === 'text' ? '未填写' : '—'}</span>;
  const isMono = cell.kind === 'type' || (cell.kind === 'text' && cell.isMono);
  return (
    <span className={isMono ? 'mono cut' : 'cut'} title={text}>
      {text}
    </span>
  );
}

function BindingText({ binding, isReadonly, onBind }: { binding: Binding | undefined; isReadonly: boolean; onBind: () => void }) {
  if (!binding)
    return isReadonly ? (
      <span className="none">—</span>
    ) : (
      <button type="button" tabIndex={-1} className="name-link" onClick={onBind}>
        绑定标准
      </button>
    );
  return (
    <span className={binding.problem ? 'md-bound bad' : 'md-bound'} title={binding.problem ?? binding.name}>
      {binding.problem ? <CloseCircleFilled /> : <CheckCircleFilled />}
      <span className="cut">{binding.problem ?? binding.name}</span>
    </span>
  );
}

/** The control of the cell that is edited. Enter keeps and goes down, Tab keeps and goes on, Escape keeps nothing. */
function Editor({ column, cell, spot, keys, all, editing }: Omit<CellProps, 'fault' | 'editing'> & { editing: Editing }) {
  const [text, setText] = useState(() => editing.typed ?? textOfCell(column, cell, all.labels));
  const isDone = useRef(false);
  const end = (value: string | null, step: Spot = { row: 0, cell: 0 }) => {
    // a control that goes away loses the focus once more
    if (isDone.current) return;
    isDone.current = true;
    keys.commit(spot, value);
    if (step.row !== 0 || step.cell !== 0) keys.go(spot.row + step.row, spot.cell + step.cell);
  };
  const handleKey = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') end(null);
    else if (event.key === 'Enter' && cell.kind !== 'dict') end(text, { row: 1, cell: 0 });
    else if (event.key === 'Tab') {
      end(cell.kind === 'dict' ? null : text);
      keys.goOn(spot, event.shiftKey ? -1 : 1);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // what was begun with a letter goes on behind it
  const selectAll = ({ target }: FocusEvent<HTMLElement>) => {
    if (editing.typed === null && target instanceof HTMLInputElement) target.select();
  };
  const common = { size: 'small' as const, autoFocus: true, 'aria-label': cell.title, onKeyDown: handleKey, onFocus: selectAll };
  if (cell.kind === 'dict') {
    const options = [...(cell.field === 'queryType' ? [{ value: '', label: '不查询' }] : []), ...(all.labels[cell.dict] ?? [])];
    const code = cell.field === 'queryType' && column.isQuery !== '1' ? '' : (column[cell.field] ?? '');
    return <Select {...common} defaultOpen value={code} options={options} onChange={(next) => end(next)} onBlur={() => end(null)} />;
  }
  if (cell.kind === 'type')
    return (
      <AutoComplete
        {...common}
        className="mono"
        value={text}
        options={TYPE_EXAMPLES.map((value) => ({ value }))}
        onChange={setText}
        onBlur={() => end(text)}
      />
    );
  return (
    <Input
      {...common}
      className="mono"
      maxLength={100}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => end(text)}
    />
  );
}
