import { PivotSheet, S2Event } from '@antv/s2';
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { pivotClicked, pivotOf } from '../../core/option/pivot.ts';
import type { HtmlChartProps } from './KpiChart.tsx';
import { pivotData, pivotSettings, pivotTheme } from './pivot-options.ts';
import { useSize, type ChartPoint } from './use-canvas.ts';

const CLICKS = [S2Event.DATA_CELL_CLICK, S2Event.ROW_CELL_CLICK, S2Event.COL_CELL_CLICK] as const;
const MENUS = [S2Event.DATA_CELL_CONTEXT_MENU, S2Event.ROW_CELL_CONTEXT_MENU, S2Event.COL_CELL_CONTEXT_MENU] as const;

/** What S2 says of a click, and of a cell, as far as it is used here. */
interface PivotEvent {
  readonly target: unknown;
  readonly clientX: number;
  readonly clientY: number;
}
interface CellMeta {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly rowQuery?: Readonly<Record<string, unknown>>;
  readonly colQuery?: Readonly<Record<string, unknown>>;
}

/** Tells of clicks on cells, and of the other mouse button: what the cell stands for, and where it is. */
function listen(sheet: PivotSheet, notify: (query: Readonly<Record<string, unknown>>, point: Omit<ChartPoint, 'values'>) => void): void {
  const tell = ({ target, clientX: x, clientY: y }: PivotEvent, asked: Pick<ChartPoint, 'isMenu'>) => {
    const cell = sheet.getCell(target as never) as { getMeta(): CellMeta } | undefined;
    if (!cell) return;
    const { query, rowQuery, colQuery } = cell.getMeta();
    notify({ ...query, ...rowQuery, ...colQuery }, { x, y, ...asked });
  };
  for (const kind of CLICKS) sheet.on(kind, (event) => tell(event as unknown as PivotEvent, {}));
  for (const kind of MENUS) sheet.on(kind, (event) => tell(event as unknown as PivotEvent, { isMenu: true }));
}

/** Rows by columns with sub-totals: frozen heads, folding, widths by dragging, order by a column, copy. */
export function PivotChart({ config, data, look, selected, onPoint, handle }: HtmlChartProps) {
  const root = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(root);
  const [sheet, setSheet] = useState<PivotSheet | null>(null);
  const pivot = useMemo(() => pivotOf(config, data, look), [config, data, look]);
  const now = useRef({ pivot, onPoint });
  useEffect(() => {
    now.current = { pivot, onPoint };
  });
  const hasSize = size !== null;
  const first = useRef({ config, look, size });
  useEffect(() => {
    first.current = { config, look, size };
  });
  useEffect(() => {
    const element = box.current;
    if (!element || !hasSize) return;
    const { config: own, look: at, size: room } = first.current;
    const made = new PivotSheet(element, pivotData(now.current.pivot), pivotSettings(own, now.current.pivot, at, room!));
    made.setThemeCfg({ theme: pivotTheme(at) });
    listen(made, (query, point) => {
      const { pivot: shown, onPoint: notify } = now.current;
      const values = pivotClicked(shown, query);
      if (values.length > 0) notify?.({ values, ...point });
    });
    setSheet(made);
    return () => {
      setSheet(null);
      made.destroy();
    };
  }, [hasSize]);

  useEffect(() => {
    if (!sheet || !size) return;
    let isGone = false;
    sheet.setDataCfg(pivotData(pivot), true);
    sheet.setOptions(pivotSettings(config, pivot, look, size));
    sheet.setThemeCfg({ theme: pivotTheme(look) });
    void sheet.render({ reloadData: true, rebuildDataSet: true }).then(() => {
      if (!isGone && root.current) root.current.dataset.drawn = 'true';
    });
    return () => {
      isGone = true;
    };
  }, [sheet, pivot, config, look, size, selected]);

  useImperativeHandle(handle, () => ({
    async toPng(ratio) {
      if (!root.current) return '';
      const { domToPng } = await import('modern-screenshot');
      return domToPng(root.current, {
        scale: ratio,
        backgroundColor: look.background ?? (look.surface === 'page' ? look.palette.surface : null),
      });
    },
  }));
  const names = [...pivot.rows, ...pivot.columns].map(({ name }) => name).join('、');
  return (
    <div
      ref={root}
      className="viz-frame viz-pivot"
      role="img"
      aria-label={`透视表：${names}，${pivot.measures.map(({ name }) => name).join('、')}，${pivot.records.length} 行数据`}
    >
      <div
        ref={box}
        className="viz-canvas"
        hidden={pivot.records.length === 0}
        onContextMenu={onPoint && ((event) => event.preventDefault())}
      />
      {pivot.records.length === 0 && <div className="viz-note">暂无数据</div>}
    </div>
  );
}
