import { useEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent, type UIEvent } from 'react';
import { formatValue } from '../../core/look/format.ts';
import { chosenBy } from '../../core/option/model.ts';
import { cellsText, mergeSpans, rowClicked, sortRows, tableOf, type TableColumn, type TableSort } from '../../core/option/table.ts';
import type { HtmlChartProps } from './KpiChart.tsx';
import { markStyle, MarkIcon } from './marks.tsx';
import { useHtmlHandle } from './use-html-handle.ts';
import { useSize } from './use-canvas.ts';
import { useColumnWidths } from './use-column-widths.ts';

/** Rows drawn beyond the edges of what is seen. */
const SPARE = 6;
/** Browsers end at about 16 million pixels; below that every row has its place. */
const MAX_PIXELS = 15_000_000;

interface Cell {
  readonly row: number;
  readonly column: number;
}

/** A table that draws only the rows that are seen: 100,000 rows scroll like ten. */
export function TableChart({ config, data, look, still, selected, onPoint, handle }: HtmlChartProps) {
  const root = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useHtmlHandle(handle, root, look);
  const size = useSize(root);
  const settings = config.options.table ?? {};
  const table = useMemo(() => tableOf(config, data, look), [config, data, look]);
  const [sort, setSort] = useState<TableSort | null>(null);
  const [page, setPage] = useState(0);
  const sorted = useMemo(() => sortRows(table, sort), [table, sort]);
  const pageSize = settings.pageSize ?? 0;
  const pages = pageSize > 0 ? Math.max(1, Math.ceil(sorted.length / pageSize)) : 1;
  const shownPage = Math.min(page, pages - 1);
  const rows = useMemo(
    () => (pageSize > 0 ? sorted.slice(shownPage * pageSize, (shownPage + 1) * pageSize) : sorted),
    [sorted, pageSize, shownPage],
  );
  const spans = useMemo(() => (settings.merge ? mergeSpans(rows, table.columns) : null), [settings.merge, rows, table]);
  const height = settings.rowHeight ?? (look.surface === 'screen' ? 38 : 34);
  const [top, setTop] = useState(0);
  const [from, setFrom] = useState<Cell | null>(null);
  const [to, setTo] = useState<Cell | null>(null);
  const chosen = useMemo(() => chosenBy(selected), [selected]);

  const numberWidth = settings.rowNumber ? 20 + 9 * String(rows.length).length : 0;
  const { widths, startResize } = useColumnWidths(table.columns, (size?.w ?? 0) - numberWidth);
  const total = widths.reduce((sum, width) => sum + width, 0);
  const frozen = Math.min(settings.frozen ?? 0, table.columns.length);
  const lefts = useMemo(
    () => widths.map((_, i) => widths.slice(0, i).reduce((sum, width) => sum + width, numberWidth)),
    [widths, numberWidth],
  );

  const view = Math.max(0, (size?.h ?? 300) - height * (table.totals ? 2 : 1) - (pages > 1 ? 34 : 0));
  const rowAt = Math.min(height, MAX_PIXELS / Math.max(1, rows.length));
  const first = Math.max(0, Math.floor(top / rowAt) - SPARE);
  const last = Math.min(rows.length, first + Math.ceil(view / height) + SPARE * 2);
  // a merged cell that begins above what is drawn is drawn from there
  const begins = (column: TableColumn, i: number): number => {
    const own = spans?.get(column.key);
    if (!own) return i;
    let at = i;
    while (at > 0 && own[at] === 0) at -= 1;
    return at;
  };

  // another order or page begins at its top
  useEffect(() => {
    if (body.current) body.current.scrollTop = 0;
  }, [config, sort, shownPage]);

  const scroll = (event: UIEvent<HTMLDivElement>) => setTop(event.currentTarget.scrollTop);
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
  const nextSort = (key: string) =>
    setSort((now) => (now?.key !== key ? { key, dir: 'asc' } : now.dir === 'asc' ? { key, dir: 'desc' } : null));

  const place = (column: number): CSSProperties =>
    column < frozen ? { width: widths[column], position: 'sticky', left: lefts[column], zIndex: 2 } : { width: widths[column] };
  const numberCell: CSSProperties = { width: numberWidth, position: 'sticky', left: 0, zIndex: 2 };
  const head = (
    <div className="viz-table-head" role="row" style={{ height, width: total + numberWidth }}>
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
  const seen = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
  const merged = spans
    ? table.columns.flatMap((column, c) => {
        if (!spans.has(column.key)) return [];
        const starts = new Set(seen.map((i) => begins(column, i)));
        return [...starts].map((i) => ({ column, c, i, span: spans.get(column.key)?.[i] ?? 1 }));
      })
    : [];
  return (
    <div
      ref={root}
      className={`viz-table${settings.stripe ? ' is-striped' : ''}`}
      role="table"
      aria-rowcount={rows.length}
      tabIndex={0}
      onKeyDown={copy}
    >
      <div className="viz-table-scroll" ref={body} onScroll={scroll}>
        {head}
        {rows.length === 0 && <div className="viz-table-empty">暂无数据</div>}
        <div style={{ height: rows.length * rowAt, width: total + numberWidth, position: 'relative' }}>
          {seen.map((i) => {
            const row = rows[i]!;
            const marks = table.columns.map(({ key, at }) => table.markOf(key, row[at] ?? null));
            const whole = marks.find((mark) => mark?.wholeRow);
            const isDim = chosen !== null && !chosen(rowClicked(table, row));
            return (
              <div
                key={i}
                className="viz-table-row"
                role="row"
                aria-rowindex={i + 1}
                style={{
                  top: i * rowAt,
                  height,
                  ...(isDim && { opacity: 0.4 }),
                  ...(whole && { color: whole.color, background: whole.background }),
                }}
                onClick={onPoint && ((event) => onPoint({ values: rowClicked(table, row), x: event.clientX, y: event.clientY }))}
              >
                {numberWidth > 0 && (
                  <span className="viz-cell is-number" style={numberCell}>
                    {shownPage * pageSize + i + 1}
                  </span>
                )}
                {table.columns.map((column, c) => {
                  const text = formatValue(row[column.at], column);
                  const mark = marks[c] ?? null;
                  const isIn = area && i >= area.top && i <= area.bottom && c >= area.left && c <= area.right;
                  return (
                    <span
                      key={column.key}
                      role="cell"
                      className={`viz-cell${column.isMeasure ? ' is-measure' : ''}${isIn ? ' is-chosen' : ''}${row[column.at] == null ? ' is-gap' : ''}`}
                      style={{ ...place(c), ...markStyle(mark), ...(spans?.has(column.key) && { visibility: 'hidden' }) }}
                      title={text}
                      onPointerDown={(event) => {
                        if (event.button !== 0) return;
                        setFrom(event.shiftKey && from ? from : { row: i, column: c });
                        setTo({ row: i, column: c });
                      }}
                      onPointerEnter={(event) => {
                        if (event.buttons === 1 && from) setTo({ row: i, column: c });
                      }}
                    >
                      {mark?.icon && <MarkIcon name={mark.icon} color={mark.iconColor} />}
                      {text}
                    </span>
                  );
                })}
              </div>
            );
          })}
          {merged.map(({ column, c, i, span }) => (
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
          ))}
        </div>
        {table.totals && rows.length > 0 && (
          <div className="viz-table-totals" role="row" style={{ height, width: total + numberWidth }}>
            {numberWidth > 0 && <span className="viz-cell is-number" style={numberCell} />}
            {table.columns.map((column, c) => (
              <span key={column.key} className={column.isMeasure ? 'viz-cell is-measure' : 'viz-cell'} style={place(c)}>
                {c === 0 && !column.isMeasure ? '合计' : (table.totals?.[column.key] ?? '')}
              </span>
            ))}
          </div>
        )}
      </div>
      {pages > 1 && (
        <div className="viz-table-pages">
          <span>共 {sorted.length} 行</span>
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
      )}
    </div>
  );
}
