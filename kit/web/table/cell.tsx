import type { ReactNode } from 'react';
import { DictTag } from '../dict/DictTag.tsx';
import { dateTime, day, minute, plainText } from '../format.ts';
import { Missing } from '../Tag.tsx';
import type { Column } from './types.ts';

/** What stands in a cell when the column has no `render` of its own. */
export function cellOf<Row>(column: Pick<Column<Row>, 'field' | 'dict' | 'tones' | 'kind'>, row: Row): ReactNode {
  const value = (row as Record<string, unknown>)[column.field];
  if (column.dict) return <DictTag code={column.dict} value={plainText(value)} tones={column.tones} />;
  const text = textOf(value, column.kind);
  if (text === null) return <Missing />;
  return column.kind === 'mono' ? <span className="mono">{text}</span> : text;
}

function textOf(value: unknown, kind: Column<unknown>['kind']): string | null {
  if (kind === 'time') return minute(value);
  if (kind === 'second') return dateTime(value);
  return kind === 'day' ? day(value) : plainText(value);
}
