import type { FilterValue } from '../../contract/view-filter.ts';
import { spanLabel } from './relative-spans.ts';

const one = (value: unknown): string => (value === null || value === '' ? '（空白）' : String(value));

/** What a filter is set to, in words. */
export function valueText(value: FilterValue): string {
  if (Array.isArray(value)) return value.map(one).join('、');
  if (typeof value !== 'object' || value === null) return one(value);
  if ('relative' in value) return spanLabel(value.relative);
  return `${value.from ?? ''} ～ ${value.to ?? ''}`;
}
