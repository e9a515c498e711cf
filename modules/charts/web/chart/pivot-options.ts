import type { Conditions, S2DataConfig, S2Options, S2Theme } from '@antv/s2';
import type { ChartConfig } from '../../contract/chart.ts';
import { alpha, textColorOn, mix } from '#kit/core/color.ts';
import type { ResolvedTheme } from '../../core/look/resolve-theme.ts';
import type { PivotModel } from '../../core/option/pivot.ts';

/** Records and shelves as S2 reads them. */
export const pivotData = (pivot: PivotModel): S2DataConfig => ({
  fields: {
    rows: pivot.rows.map(({ key }) => key),
    columns: pivot.columns.map(({ key }) => key),
    values: pivot.measures.map(({ key }) => key),
    valueInCols: true,
  },
  meta: [
    ...[...pivot.rows, ...pivot.columns].map(({ key, name }) => ({ field: key, name })),
    ...pivot.measures.map(({ key, name }) => ({ field: key, name, formatter: (value: unknown) => pivot.textOf(key, value) })),
  ],
  data: pivot.records as Record<string, string | number>[],
});

/** Marks of the chart's rules as conditions of cells; totals carry none. */
function conditionsOf(pivot: PivotModel, look: ResolvedTheme): Conditions {
  const isTotal = (cell: unknown): boolean =>
    (cell as { getMeta?: () => { isTotals?: boolean } } | undefined)?.getMeta?.().isTotals === true;
  const mark = (key: string, value: unknown, cell: unknown) =>
    value === null || value === undefined || isTotal(cell) ? null : pivot.markOf(key, value as number);
  const all = pivot.measures.map(({ key }) => key);
  return {
    text: all.map((field) => ({
      field,
      mapping: (value, _, cell) => {
        const own = mark(field, value, cell);
        const fill = own?.color ?? (own?.background ? textColorOn(own.background) : undefined);
        return fill ? { fill } : { fill: look.palette.ink };
      },
    })),
    background: all.map((field) => ({
      field,
      mapping: (value, _, cell) => {
        const own = mark(field, value, cell);
        return own?.background ? { fill: own.background } : null;
      },
    })),
    interval: all.flatMap((field) => [
      {
        field,
        mapping: (value: unknown, _: unknown, cell: unknown) => {
          const bar = mark(field, value, cell)?.bar;
          return bar
            ? {
                fill: alpha(bar.color, 0.35),
                isCompare: true,
                minValue: 0,
                maxValue: Math.abs(Number(value)) / Math.max(0.001, bar.to - bar.from),
              }
            : null;
        },
      },
    ]),
  };
}

/** Colours of all parts of the table from the look. */
export function pivotTheme(look: ResolvedTheme): S2Theme {
  const { palette } = look;
  const surface = look.background ?? (look.surface === 'screen' ? '#07204A' : palette.surface);
  const head = look.surface === 'screen' ? '#0B2A5C' : mix(surface, palette.ink, 0.03);
  const line = look.surface === 'screen' ? '#174273' : palette.line;
  const cell = {
    backgroundColor: surface,
    horizontalBorderColor: line,
    verticalBorderColor: line,
    horizontalBorderColorOpacity: 1,
    verticalBorderColorOpacity: 1,
    verticalBorderWidth: 1,
    horizontalBorderWidth: 1,
    crossBackgroundColor: surface,
    interactionState: {
      hover: { backgroundColor: mix(surface, look.accent, 0.12), backgroundOpacity: 1 },
      hoverFocus: { backgroundColor: mix(surface, look.accent, 0.16), backgroundOpacity: 1, borderColor: look.accent },
      selected: { backgroundColor: mix(surface, look.accent, 0.2), backgroundOpacity: 1 },
      unselected: { backgroundOpacity: 1, textOpacity: 0.4, opacity: 0.4 },
    },
  };
  const headCell = { ...cell, backgroundColor: head };
  const text = (fill: string, isBold = false) =>
    ({
      fontFamily: look.font,
      fontSize: look.text + (look.surface === 'screen' ? 0 : 1),
      fontWeight: isBold ? 600 : 400,
      fill,
      opacity: 1,
      linkTextFill: look.accent,
    }) as const;
  const right = <T extends object>(style: T) => ({ ...style, textAlign: 'right' as const });
  const icon = { fill: palette.ink3, size: 10, margin: { left: 4, right: 4 } };
  const header = { cell: headCell, text: text(palette.ink2), bolderText: text(palette.ink, true), measureText: text(palette.ink3), icon };
  return {
    cornerCell: { ...header, bolderText: text(palette.ink3, false) },
    rowCell: { ...header, cell, seriesText: text(palette.ink3), seriesNumberWidth: 48 },
    colCell: header,
    dataCell: { cell, text: right(text(palette.ink)), bolderText: right(text(palette.ink, true)), icon },
    background: { color: surface, opacity: look.surface === 'screen' ? 0 : 1 },
    splitLine: {
      horizontalBorderColor: palette.lineStrong,
      horizontalBorderColorOpacity: 1,
      horizontalBorderWidth: 1,
      verticalBorderColor: palette.lineStrong,
      verticalBorderColorOpacity: 1,
      verticalBorderWidth: 1,
      showShadow: false,
    },
    scrollBar: { trackColor: 'rgba(0,0,0,0)', thumbColor: palette.ink4, thumbHoverColor: palette.ink3, size: 8, hoverSize: 8 },
    resizeArea: {
      backgroundOpacity: 0,
      guideLineColor: look.accent,
      interactionState: { hover: { backgroundColor: look.accent, backgroundOpacity: 0.4 } },
    },
  } as S2Theme;
}

/** Everything else: totals, sizes, frozen heads, marks. */
export function pivotSettings(config: ChartConfig, pivot: PivotModel, look: ResolvedTheme, size: { w: number; h: number }): S2Options {
  const totals = (dims: readonly { readonly key: string }[]) => ({
    showGrandTotals: pivot.hasTotals && dims.length > 0,
    showSubTotals: pivot.hasTotals && dims.length > 1 ? { always: false } : false,
    subTotalsDimensions: dims.slice(0, -1).map(({ key }) => key),
    grandTotalsLabel: '总计',
    subTotalsLabel: '小计',
    reverseGrandTotalsLayout: false,
    reverseSubTotalsLayout: false,
  });
  const height = config.options.table?.rowHeight ?? (look.surface === 'screen' ? 36 : 32);
  return {
    width: size.w,
    height: size.h,
    hd: true,
    hierarchyType: 'grid',
    totals: { row: totals(pivot.rows), col: totals(pivot.columns) },
    conditions: conditionsOf(pivot, look),
    tooltip: { enable: false },
    showDefaultHeaderActionIcon: true,
    frozen: { rowHeader: true },
    placeholder: { cell: '—', empty: { icon: 'Empty', description: '暂无数据' } },
    interaction: {
      copy: { enable: true, withFormat: true, withHeader: true },
      hoverHighlight: true,
      selectedCellHighlight: false,
      brushSelection: true,
      resize: true,
      overscrollBehavior: 'contain',
    },
    style: { layoutWidthType: 'compact', dataCell: { width: 110, height }, colCell: { height: height - 2 } },
  } as S2Options;
}
