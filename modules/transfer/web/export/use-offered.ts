import { useCan } from '#kit/web/can.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { TransferKind } from '../../contract/file.ts';
import { api } from '../api.ts';

export interface Offered {
  readonly kind: TransferKind;
  readonly id: string;
  readonly name: string;
  readonly folder: string;
}
interface Listed {
  readonly id: string;
  readonly folderName: string | null;
}
const FRESH = { staleTime: 30_000 };

/** What the account sees of one kind, to choose from. */
export function useOffered(kind: TransferKind) {
  const can = useCan();
  const sets = useCall(api.dataSet.list, {}, { ...FRESH, enabled: kind === 'dataset' && can(api.dataSet.list) });
  const charts = useCall(api.chart.list, {}, { ...FRESH, enabled: kind === 'chart' && can(api.chart.list) });
  const boards = useCall(api.board.list, {}, { ...FRESH, enabled: kind === 'board' && can(api.board.list) });
  const screens = useCall(api.screen.list, {}, { ...FRESH, enabled: kind === 'screen' && can(api.screen.list) });
  const as = <Row extends Listed>(rows: readonly Row[] | undefined, nameOf: (row: Row) => string): Offered[] | undefined =>
    rows?.map((row) => ({ kind, id: row.id, name: nameOf(row), folder: row.folderName ?? '' }));
  switch (kind) {
    case 'dataset':
      return { rows: as(sets.data, ({ setName }) => setName), error: sets.error, refetch: sets.refetch, isOff: !can(api.dataSet.list) };
    case 'chart':
      return {
        rows: as(charts.data, ({ chartName }) => chartName),
        error: charts.error,
        refetch: charts.refetch,
        isOff: !can(api.chart.list),
      };
    case 'board':
      return {
        rows: as(boards.data, ({ boardName }) => boardName),
        error: boards.error,
        refetch: boards.refetch,
        isOff: !can(api.board.list),
      };
    case 'screen':
      return {
        rows: as(screens.data, ({ screenName }) => screenName),
        error: screens.error,
        refetch: screens.refetch,
        isOff: !can(api.screen.list),
      };
  }
}
