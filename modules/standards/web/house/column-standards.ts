import type { ColumnStandard } from '../../contract/house.ts';

export type Filter = 'all' | 'wrong' | 'unbound' | 'proposed';
type Standing = { binding: { state: string } | null; proposals: readonly unknown[] };

/** True for a column that a filter of the list shows. */
export function inFilter({ binding, proposals }: Standing, filter: Filter): boolean {
  switch (filter) {
    case 'wrong':
      return binding !== null && ['partial', 'bad', 'retired', 'unread'].includes(binding.state);
    case 'unbound':
      return binding === null;
    case 'proposed':
      return proposals.length > 0;
    default:
      return true;
  }
}

type Result = NonNullable<ColumnStandard['binding']>['results'][number];
/** The attributes that do not follow the standard. */
export const followsOf = (results: readonly Result[]): Result[] => results.filter(({ isConform }) => isConform === false);

/** Attributes that could not be looked at, with why. */
export const unknownOf = (results: readonly Result[]): Result[] => results.filter(({ isConform }) => isConform === null);

/** Share of mapped values, and what to do when there is none to tell. */
export const mappedPercent = ({ values, mapped }: { values: number; mapped: number }): string =>
  values === 0 ? '未采集' : `${Math.floor((mapped / values) * 100)}%（${mapped}/${values}）`;
