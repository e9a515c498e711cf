import type { ChartConfig } from '../../contract/chart.ts';

/**
 * Whether the source is asked for the total of a table. Otherwise what can be added up is: rows as they are have no groups, and a condition on
 * the result would leave out rows that the total holds.
 */
export const asksGrandTotal = ({ chartType, options, isDetail, having, rows, columns }: ChartConfig): boolean =>
  chartType === 'table' && options.table?.totals === true && !isDetail && having.length === 0 && rows.length + columns.length > 0;
