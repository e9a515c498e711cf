import { fromCell, type RawCell } from '#kit/server/excel/column.ts';
import type { ValueField } from '../../contract/field.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** Seconds of a day that a number of Excel stands for, as a time of the clock. */
function clockOf(serial: number): string {
  const seconds = Math.round((serial % 1) * 86_400) % 86_400;
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

function dayText(serial: number, kind: 'day' | 'time'): string {
  const read = fromCell(serial, { field: '', title: '', kind });
  return 'value' in read ? String(read.value) : String(serial);
}

/** A cell as people read it in the sheet: numbers of Excel for days and times become the text that the field expects. */
export function textOfCell(field: ValueField, cell: RawCell, dayShift: number): string {
  if (cell === null) return '';
  if (typeof cell !== 'number') return String(cell).trim();
  if (field.type === 'time') return clockOf(cell);
  if (field.type !== 'date' || field.format === 'year') return String(cell);
  const serial = cell + dayShift;
  if (field.format === 'datetime') return dayText(serial, 'time').slice(0, 19).replace('T', ' ');
  const day = dayText(serial, 'day');
  return field.format === 'month' ? day.slice(0, 7) : day;
}

/** Excel has dropped digits of a longer number already: such a cell is refused instead of being stored wrong. */
export const hasLostDigits = (field: ValueField, cell: RawCell): boolean =>
  typeof cell === 'number' && Math.abs(cell) >= 1e15 && !['number', 'money', 'date', 'time'].includes(field.type);
