import { useEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { formatValue } from '../../core/look/format.ts';
import { chosenBy } from '../../core/option/model.ts';
import { cellsText, mergeSpans, rowClicked, sortRows, tableOf, type TableColumn, type TableSort } from '../../core/option/table.ts';
import type { HtmlChartProps } from './KpiChart.tsx';
import { markStyle, MarkIcon } from './marks.tsx';
import { pointHandlers } from './point-handlers.ts';
import { useHtmlHandle } from './use-html-handle.ts';
import { useSize } from './use-canvas.ts';
import { useColumnWidths } from './use-column-widths.ts';

/** Rows drawn beyond the edges of what is seen. */
const SPARE = 6;
/** Browsers end at about 16 million pixels; below that every row has its place. */
const MAX_PIXELS = 15_000_000;

type TableSettings = NonNullable<HtmlChartProps['config']['options']['table']>;

interface Cell {
  readonly row: number;
  readonly column: number;
}

/** Order and page of the rows: another order begins at its first page. */
function useRows({ config, data, look }: Pick<HtmlChartProps, 'config' | 'data' | 'look'>) {
  const { pageSize = 0, merge } = config.options.table ?? {};
  const table = useMemo(() => tableOf(config, data, look), [config, data, look]);
  const [sort, setSort] = useState<TableSort | null>(null);
  const [page, setPage] = useState(0);
  const sorted = useMemo(() => sortRows(table, sort), [table, sort]);
  const pages = pageSize > 0 ? Math.max(1, Math.ceil(sorted.length / pageSize)) : 1;
  const shownPage = Math.min(page, pages - 1);
  const rows = useMemo(
    () => (pageSize > 0 ? sorted.slice(shownPage * pageSize, (shownPage + 1) * pageSize) : sorted),
    [sorted, pageSize, shownPage],
  );
  const spans = useMemo(() => (merge ? mergeSpans(rows, table.columns) : null), [merge, rows, table]);
  const nextSort = (key: string) =>
    setSort((now) => (now?.key !== key ? { key, dir: 'asc' } : now.dir === 'asc' ? { key, dir: 'desc' } : null));
  return { table, rows, spans, sort, nextSort, pages, shownPage, setPage, count: sorted.length, firstNumber: shownPage * pageSize + 1 };
}
type Rows = ReturnType<typeof useRows>;

/** Widths and places of the columns, frozen ones at the left. */
function useColumns({ table, rows }: Rows, settings: TableSettings, width: number) {
  const numberWidth = settings.rowNumber ? 20 + 9 * String(rows.length).length : 0;
  const { widths, startResize } = useColumnWidths(table.columns, width - numberWidth);
  const total = widths.reduce((sum, one) => sum + one, 0);
  const frozen = Math.min(settings.frozen ?? 0, table.columns.length);
  const lefts = useMemo(() => widths.map((_, i) => widths.slice(0, i).reduce((sum, one) => sum + one, numberWidth)), [widths, numberWidth]);
  const place = (column: number): CSSProperties =>
    column < frozen ? { width: widths[column], position: 'sticky', left: lefts[column], zIndex: 2 } : { width: widths[column] };
  const numberCell: CSSProperties = { width: numberWidth, position: 'sticky', left: 0, zIndex: 2 };
  return { widths, lefts, frozen, numberWidth, numberCell, place, startResize, whole: total + numberWidth };
}
type Columns = ReturnType<typeof useColumns>;

/** Cells chosen with the pointer, copied with Ctrl+C. */
function useArea({ table, rows }: Rows) {
  const [from, setFrom] = useState<Cell | null>(null);
  const [to, setTo] = useState<Cell | null>(null);
  const area =
    from && to
      ? {
          top: Math.min(from.row, to.row),
          bottom: Math.max(from.row, to.row),
          left: Math.min(from.column, to.column),
          right: Math.max(from.column, to.column),
        }
      : null;
  const copy = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'c' || !area || window.getSelection()?.toString()) return;
    const text = cellsText(rows.slice(area.top, area.bottom + 1), table.columns.slice(area.left, area.right + 1), area.top !== area.bottom);
    void navigator.clipboard?.writeText(text);
  };
  const press = (event: PointerEvent, cell: Cell) => {
    if (event.button !== 0) return;
    setFrom(event.shiftKey && from ? from : cell);
    setTo(cell);
  };
  const pass = (event: PointerEvent, cell: Cell) => {
    if (event.buttons === 1 && from) setTo(cell);
  };
  const isIn = ({ row, column }: Cell): boolean =>
    area !== null && row >= area.top && row <= area.bottom && column >= area.left && column <= area.right;
  return { copy, press, pass, isIn };
}
type Area = ReturnType<typeof useArea>;

/** The first row of the merged cell that a row belongs to: one that begins above what is drawn is drawn from there. */
function beginOf(spans: Rows['spans'], { key }: TableColumn, row: number): number {
  const own = spans?.get(key);
  if (!own) return row;
  let at = row;
  while (at > 0 && own[at] === 0) at -= 1;
  return at;
}

/** A table that draws only the rows that are seen: 100,000 rows scroll like ten. */
export function TableChart({ config, data, look, still, selected, onPoint, handle }: HtmlChartProps) {
  const root = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useHtmlHandle(handle, root, look);
  const size = useSize(root);
  const settings = config.options.table ?? {};
  const content = useRows({ config, data, look });
  const { table, rows, sort, pages, shownPage } = content;
  const columns = useColumns(content, settings, size?.w ?? 0);
  const area = useArea(content);
  const [top, setTop] = useState(0);
  const chosen = useMemo(() => chosenBy(selected), [selected]);
  const height = settings.rowHeight ?? (look.surface === 'screen' ? 38 : 34);
  const view = Math.max(0, (size?.h ?? 300) - height * (table.totals ? 2 : 1) - (pages > 1 ? 34 : 0));
  const rowAt = Math.min(height, MAX_PIXELS / Math.max(1, rows.length));
  const first = Math.max(0, Math.floor(top / rowAt) - SPARE);
  const last = Math.min(rows.length, first + Math.ceil(view / height) + SPARE * 2);
  const seen = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
  // another order or page begins at its top
  useEffect(() => {
    if (body.current) body.current.scrollTop = 0;
  }, [config, sort, shownPage]);
  const parts = { content, columns, height, rowAt };
  return (
    <div
      ref={root}
      className={`viz-table${settings.stripe ? ' is-striped' : ''}`}
      role="table"
      aria-rowcount={rows.length}
      tabIndex={0}
      onKeyDown={area.copy}
    >
      <div className="viz-table-scroll" ref={body} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
        <Head {...parts} still={still} />
        {rows.length === 0 && <div className="viz-table-empty">暂无数据</div>}
        <div style={{ height: rows.length * rowAt, width: columns.whole, position: 'relative' }}>
          {seen.map((i) => (
            <Row key={i} {...parts} i={i} area={area} chosen={chosen} onPoint={onPoint} />
          ))}
          <MergedCells {...parts} seen={seen} />
        </div>
        {table.totals && rows.length > 0 && <Totals {...parts} />}
      </div>
      {pages > 1 && <Pages {...content} />}
    </div>
  );
}

interface PartProps {
  content: Rows;
  columns: Columns;
  height: number;
  /** pixels from one row to the next; less than its height when there are more rows than a browser can place */
  rowAt: number;
}

function Head({ content: { table, sort, nextSort }, columns, height, still }: PartProps & { still: boolean | undefined }) {
  const { numberWidth, numberCell, place, startResize } = columns;
  return (
    <div className="viz-table-head" role="row" style={{ height, width: columns.whole }}>
      {numberWidth > 0 && <span className="viz-cell is-number" role="columnheader" style={numberCell} aria-label="序号" />}
      {table.columns.map((column, c) => (
        <span
          key={column.key}
          role="columnheader"
          className={column.isMeasure ? 'viz-cell is-measure is-head' : 'viz-cell is-head'}
          style={place(c)}
          title={column.name}
          aria-sort={sort?.key === column.key ? (sort.dir === 'asc' ? 'ascending' : 'descending') : 'none'}
        >
          <button type="button" onClick={() => nextSort(column.key)} disabled={still}>
            {column.name}
            {sort?.key === column.key && <i>{sort.dir === 'asc' ? '▲' : '▼'}</i>}
          </button>
          {!still && <em onPointerDown={(event) => startResize(c, event)} />}
        </span>
      ))}
    </div>
  );
}

interface RowProps extends PartProps {
  i: number;
  area: Area;
  chosen: ReturnType<typeof chosenBy>;
  onPoint: HtmlChartProps['onPoint'];
}
function Row({ content: { table, rows, spans, firstNumber }, columns, height, rowAt, i, area, chosen, onPoint }: RowProps) {
  const { numberWidth, numberCell, place } = columns;
  const row = rows[i] ?? [];
  const marks = table.columns.map(({ key, at }) => table.markOf(key, row[at] ?? null));
  const whole = marks.find((mark) => mark?.wholeRow);
  const isDim = chosen !== null && !chosen(rowClicked(table, row));
  return (
    <div
      className="viz-table-row"
      role="row"
      aria-rowindex={i + 1}
      style={{
        top: i * rowAt,
        height,
        ...(isDim && { opacity: 0.4 }),
        ...(whole && { color: whole.color, background: whole.background }),
      }}
      {...pointHandlers(onPoint, () => rowClicked(table, row))}
    >
      {numberWidth > 0 && (
        <span className="viz-cell is-number" style={numberCell}>
          {firstNumber + i}
        </span>
      )}
      {table.columns.map((column, c) => {
        const text = formatValue(row[column.at], column);
        const mark = marks[c] ?? null;
        const cell = { row: i, column: c };
        return (
          <span
            key={column.key}
            role="cell"
            className={`viz-cell${column.isMeasure ? ' is-measure' : ''}${area.isIn(cell) ? ' is-chosen' : ''}${row[column.at] == null ? ' is-gap' : ''}`}
            style={{ ...place(c), ...markStyle(mark), ...(spans?.has(column.key) && { visibility: 'hidden' }) }}
            title={text}
            onPointerDown={(event) => area.press(event, cell)}
            onPointerEnter={(event) => area.pass(event, cell)}
          >
            {mark?.icon && <MarkIcon name={mark.icon} color={mark.iconColor} />}
            {text}
          </span>
        );
      })}
    </div>
  );
}

/** Cells that stand for several rows, over the rows that they stand for. */
function MergedCells({ content: { table, rows, spans }, columns, height, rowAt, seen }: PartProps & { seen: readonly number[] }) {
  if (!spans) return null;
  const { frozen, lefts, widths } = columns;
  return table.columns.flatMap((column, c) => {
    if (!spans.has(column.key)) return [];
    const starts = new Set(seen.map((i) => beginOf(spans, column, i)));
    return [...starts].map((i) => {
      const span = spans.get(column.key)?.[i] ?? 1;
      return (
        <div
          key={`${column.key}${i}`}
          className="viz-merged"
          style={{
            top: i * rowAt,
            left: c < frozen ? undefined : lefts[c],
            height: span * height,
            width: widths[c],
            ...(c < frozen && { position: 'absolute', left: lefts[c] }),
          }}
          title={formatValue(rows[i]?.[column.at], column)}
        >
          <span>{formatValue(rows[i]?.[column.at], column)}</span>
        </div>
      );
    });
  });
}

function Totals({ content: { table }, columns, height }: PartProps) {
  const { numberWidth, numberCell, place } = columns;
  return (
    <div className="viz-table-totals" role="row" style={{ height, width: columns.whole }}>
      {numberWidth > 0 && <span className="viz-cell is-number" style={numberCell} />}
      {table.columns.map((column, c) => (
        <span key={column.key} className={column.isMeasure ? 'viz-cell is-measure' : 'viz-cell'} style={place(c)}>
          {c === 0 && !column.isMeasure ? '合计' : (table.totals?.[column.key] ?? '')}
        </span>
      ))}
    </div>
  );
}

function Pages({ count, shownPage, pages, setPage }: Rows) {
  return (
    <div className="viz-table-pages">
      <span>共 {count} 行</span>
      <button type="button" disabled={shownPage === 0} onClick={() => setPage(shownPage - 1)}>
        上一页
      </button>
      <span>
        {shownPage + 1} / {pages}
      </span>
      <button type="button" disabled={shownPage >= pages - 1} onClick={() => setPage(shownPage + 1)}>
        下一页
      </button>
    </div>
  );
}
