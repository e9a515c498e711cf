import { useMemo } from 'react';
import { fontSans, palette } from '#kit/web/theme.ts';
import type { ChartConfig } from '#modules/charts/contract/chart.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { formatValue, resolveTheme, tableOf } from '#modules/charts/core/index.ts';
import { markStyle } from '#modules/charts/web/parts.ts';

/** Paper has an end; whoever needs more rows takes the workbook. */
const MAX_ROWS = 3_000;
const LOOK = resolveTheme({ surface: 'page', mode: 'light', palette: palette.light, font: fontSans, theme: 'default', colors: null });

/** All rows of a table as text, its head again on every sheet. */
export function PrintTable({ title, config, data }: { title: string; config: ChartConfig; data: ChartData }) {
  const table = useMemo(() => tableOf(config, data, LOOK), [config, data]);
  const rows = table.rows.slice(0, MAX_ROWS);
  const isCut = data.truncated || table.rows.length > rows.length;
  return (
    <section className="print-table">
      <h3>
        {title}
        <small>{isCut ? `前 ${rows.length} 行，完整数据请导出 Excel` : `共 ${rows.length} 行`}</small>
      </h3>
      <table>
        <thead>
          <tr>
            {table.columns.map(({ key, name, isMeasure }) => (
              <th key={key} className={isMeasure ? 'is-measure' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // rows of an answer have no name of their own
            // eslint-disable-next-line react/no-array-index-key
            <tr key={i}>
              {table.columns.map((column) => (
                <td
                  key={column.key}
                  className={column.isMeasure ? 'is-measure' : undefined}
                  style={markStyle(table.markOf(column.key, row[column.at] ?? null))}
                >
                  {formatValue(row[column.at], column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {table.totals && (
          <tfoot>
            <tr>
              {table.columns.map((column, at) => (
                <td key={column.key} className={column.isMeasure ? 'is-measure' : undefined}>
                  {at === 0 && !column.isMeasure ? '合计' : (table.totals?.[column.key] ?? '')}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
