import type { ReactNode } from 'react';
import { DateText } from '../parts/DateText.tsx';
import { PersonText } from '../parts/PersonText.tsx';
import { DictTag } from '../dict/DictTag.tsx';
import { plainText } from '../format.ts';
import { Missing } from '../Tag.tsx';
import type { Column } from './types.ts';

/** Default rendering of a cell. */
export function cellOf<Row>(column: Pick<Column<Row>, 'field' | 'dict' | 'tones' | 'kind'>, row: Row): ReactNode {
  const value = (row as Record<string, unknown>)[column.field];
  if (column.dict) return <DictTag code={column.dict} value={plainText(value)} tones={column.tones} />;
  const { kind } = column;
  if (kind === 'time' || kind === 'second' || kind === 'day') return <DateText value={momentOf(value)} kind={DATES[kind]} />;
  const text = plainText(value);
  if (text === null) return <Missing />;
  if (kind === 'person') return <PersonText bare name={text} />;
  return kind === 'mono' ? <span className="mono">{text}</span> : text;
}

const DATES = { time: 'moment', second: 'log', day: 'day' } as const;

const momentOf = (value: unknown): string | number | null => (typeof value === 'string' || typeof value === 'number' ? value : null);
