import { PivotSheet, S2Event } from '@antv/s2';
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { pivotClicked, pivotOf } from '../../core/option/pivot.ts';
import type { HtmlChartProps } from './KpiChart.tsx';
import { pivotData, pivotSettings, pivotTheme } from './pivot-options.ts';
import { useSize } from './use-canvas.ts';

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
    const click = (event: { viewMeta?: unknown; clientX?: number; clientY?: number }, cell: { getMeta(): object } | undefined) => {
      const { pivot: shown, onPoint: notify } = now.current;
      if (!notify || !cell) return;
      const meta = cell.getMeta() as { rowQuery?: object; colQuery?: object; query?: object };
      const values = pivotClicked(shown, { ...meta.query, ...meta.rowQuery, ...meta.colQuery });
      if (values.length > 0) notify({ values, x: event.clientX ?? 0, y: event.clientY ?? 0 });
    };
    for (const kind of [S2Event.DATA_CELL_CLICK, S2Event.ROW_CELL_CLICK, S2Event.COL_CELL_CLICK] as const)
      made.on(kind, (event) =>
        click(
          event as unknown as { clientX: number; clientY: number },
          made.getCell(event.target as never) as unknown as { getMeta(): object },
        ),
      );
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
      <div ref={box} className="viz-canvas" hidden={pivot.records.length === 0} />
      {pivot.records.length === 0 && <div className="viz-note">暂无数据</div>}
    </div>
  );
}
