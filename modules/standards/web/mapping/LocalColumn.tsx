import { CheckOutlined } from '@ant-design/icons';
import { Checkbox, Segmented } from 'antd';
import { count } from '#kit/web/format.ts';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { visible, type Group, type Line, type Value } from './layout.ts';
import type { Mapping } from './use-mapping.ts';
import type { Scroll } from './use-scroll.ts';

const GROUPS: Readonly<Record<Group, string>> = { left: '未对照', proposed: '待确认', mapped: '已对照' };

/** How a value is called: what the column holds, blank ones in words. */
export const nameOf = (value: Value): string =>
  value.colCode === null ? '（已脱敏）' : value.colCode.trim() === '' ? '（空白）' : value.colCode;

/**
 * 本地取值 in groups; only the rows that can be seen are in the page. A grid and not a list of options: what stands in an option is out of reach of
 * a screen reader, and rows with a proposal hold a box to tick. The chosen row stays in the page, the grid names it as the active one.
 */
export function LocalColumn({ mapping, scroll }: { mapping: Mapping; scroll: Scroll }) {
  const { setBox, top, height, onScroll } = scroll;
  const values = mapping.answer.data?.left ?? [];
  const isShown = mapping.selected !== null && mapping.shown.lines.some((line) => line.kind === 'row' && line.row.id === mapping.selected);
  const todo = values.filter((value) => value.status === '0').length;
  return (
    <section className="mapping-local" data-list="values">
      <header>
        <h3>本地取值</h3>
        <Segmented<'todo' | 'all'>
          size="small"
          value={mapping.filter}
          onChange={mapping.setFilter}
          options={[
            { value: 'todo', label: `待办 ${count(todo)}` },
            { value: 'all', label: `全部 ${count(values.length)}` },
          ]}
        />
      </header>
      <div className="mapping-search">
        <SearchInput label="取值、含义" value={mapping.keyword} onChange={mapping.setKeyword} size="small" />
      </div>
      {mapping.shown.lines.length === 0 ? (
        <StateView kind="empty" inline what={emptyText(mapping, values.length)} />
      ) : (
        <div
          ref={setBox}
          className="mapping-scroll"
          role="grid"
          aria-label="本地取值"
          aria-rowcount={mapping.shown.lines.length}
          aria-activedescendant={isShown ? `value-${mapping.selected}` : undefined}
          tabIndex={0}
          onScroll={onScroll}
        >
          <div role="presentation" style={{ height: mapping.shown.height, position: 'relative' }}>
            {visible(mapping.shown.lines, { top, height, kept: mapping.selected }).map((line) =>
              line.kind === 'head' ? (
                <GroupHead key={line.group} line={line} />
              ) : (
                <LocalRow key={line.row.id} value={line.row} at={line} mapping={mapping} />
              ),
            )}
          </div>
        </div>
      )}
    </section>
  );
}

function emptyText({ keyword }: Mapping, values: number): string {
  if (values === 0) return '还没有取值，请先采集';
  return keyword.trim() === '' ? '全部取值都已对照' : '没有符合的取值';
}

function GroupHead({ line }: { line: Line<Value> & { kind: 'head' } }) {
  return (
    <div role="row" aria-rowindex={line.at} className="mapping-head" style={{ top: line.y }}>
      <span role="rowheader" aria-colspan={5}>
        {GROUPS[line.group]}{' '}
        <small>
          {count(line.values)} 个{line.rows !== null && `，${count(line.rows)} 行`}
        </small>
      </span>
    </div>
  );
}

function LocalRow({ value, at, mapping }: { value: Value; at: Line<Value>; mapping: Mapping }) {
  const why = whyOf(value);
  return (
    <div
      id={`value-${value.id}`}
      role="row"
      aria-rowindex={at.at}
      aria-selected={mapping.selected === value.id}
      className={`mapping-row ${value.rowCount === 0 ? 'gone' : ''}`}
      style={{ top: at.y }}
      onClick={() => mapping.select(value.id)}
    >
      <span role="gridcell" className="mapping-check">
        {value.proposed && (
          <Checkbox
            aria-label={`接受对 ${nameOf(value)} 的建议`}
            tabIndex={-1}
            checked={mapping.isChecked(value.id)}
            onClick={(event) => event.stopPropagation()}
            onChange={() => mapping.toggle(value.id)}
          />
        )}
      </span>
      <span role="gridcell" className="mapping-name cut" title={value.colName ?? nameOf(value)}>
        {nameOf(value)} {value.colName && <small>{value.colName}</small>} {value.isNew && <Tag tone="warn">新</Tag>}
      </span>
      <span role="gridcell" className="num">
        {value.rowCount === null ? '' : value.rowCount === 0 ? '已消失' : count(value.rowCount)}
      </span>
      <span
        role="gridcell"
        className={`mapping-why cut ${value.status === '0' && !value.proposed && !value.isIgnored ? 'none-found' : ''}`}
        title={why}
      >
        {why}
      </span>
      <span role="gridcell" className="num mapping-score">
        <Score value={value} />
      </span>
    </div>
  );
}

function whyOf(value: Value): string {
  if (value.isIgnored) return '不对照';
  if (value.candidates.length > 1 && value.proposed) return `有 ${value.candidates.length} 个候选`;
  return value.reason ?? (value.status === '0' && !value.isMasked ? '没有相近的标准项' : '');
}

function Score({ value }: { value: Value }) {
  if (value.status === '1') return <CheckOutlined aria-label="已对照" />;
  return value.proposed && value.score !== null ? value.score.toFixed(2) : '—';
}
