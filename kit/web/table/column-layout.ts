import * as z from 'zod';

/** Column settings of one list; unnamed columns keep the page's defaults. */
export const ColumnLayout = z.object({
  order: z.array(z.string()).default([]),
  /** field → shown; only what differs from the page */
  shown: z.record(z.string(), z.boolean()).default({}),
  widths: z.record(z.string(), z.number().int().min(48).max(1200)).default({}),
  pins: z.record(z.string(), z.enum(['left', 'right', 'none'])).default({}),
  /** field → 1 (folded last) to 4 (folded first) */
  priorities: z.record(z.string(), z.number().int().min(1).max(4)).default({}),
});
export type ColumnLayout = z.output<typeof ColumnLayout>;

export const NO_LAYOUT: ColumnLayout = { order: [], shown: {}, widths: {}, pins: {}, priorities: {} };

interface LaidOut {
  field: string;
  width?: number;
  hidden?: boolean;
  fixed?: 'left' | 'right';
}

/** Columns in the user's order; a column added later follows its neighbour in the page's order. */
export function orderColumns<C extends { field: string }>(columns: readonly C[], order: readonly string[]): C[] {
  const known = order.flatMap((field) => columns.filter((column) => column.field === field));
  if (known.length === 0) return [...columns];
  const result = [...known];
  columns.forEach((column, index) => {
    if (result.includes(column)) return;
    const neighbour = columns[index - 1];
    result.splice(neighbour ? result.indexOf(neighbour) + 1 : 0, 0, column);
  });
  return result;
}

/** Applies a layout: order, visibility, widths, pins. Pinned columns move to their edge. */
export function layOut<C extends LaidOut>(columns: readonly C[], layout: ColumnLayout): C[] {
  const placed = orderColumns(columns, layout.order)
    .filter((column) => layout.shown[column.field] ?? !column.hidden)
    .map((column) => {
      const pin = layout.pins[column.field];
      return {
        ...column,
        width: layout.widths[column.field] ?? column.width,
        fixed: pin === undefined ? column.fixed : pin === 'none' ? undefined : pin,
      };
    });
  const at = (edge: LaidOut['fixed']) => placed.filter((column) => column.fixed === edge);
  return [...at('left'), ...at(undefined), ...at('right')];
}

/** Moves one field before another. */
export function moveBefore(order: readonly string[], field: string, before: string): string[] {
  if (field === before) return [...order];
  const rest = order.filter((one) => one !== field);
  return rest.toSpliced(Math.max(0, rest.indexOf(before)), 0, field);
}
