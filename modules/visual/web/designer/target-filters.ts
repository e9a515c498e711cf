import { useMemo } from 'react';
import { useCall } from '#kit/web/use-call.ts';
import type { Action, ViewFilter } from '../../contract/view-filter.ts';
import { readBoard } from '../../core/doc/read-board.ts';
import { readScreen } from '../../core/doc/read-screen.ts';
import { screenApi } from '../screen/build/api.ts';

type Target = Extract<Action, { do: 'jump' }>['link'];

/** The filters of the board or screen that a jump leads to; null for anything else, and while they are not known. */
export function useTargetFilters(target: Target): readonly ViewFilter[] | null {
  const id = target.to === 'screen' || target.to === 'board' ? target.id : '';
  const how = { staleTime: 30_000 };
  const screen = useCall(screenApi.screen.get, { params: { id } }, { ...how, enabled: target.to === 'screen' });
  const board = useCall(screenApi.board.get, { params: { id } }, { ...how, enabled: target.to === 'board' });
  const found = target.to === 'screen' ? screen.data : target.to === 'board' ? board.data : undefined;
  return useMemo(() => {
    if (!found) return null;
    return 'screenConfig' in found ? readScreen(found.screenConfig).filters : readBoard(found.boardConfig).filters;
  }, [found]);
}

/** The filter that a field most likely belongs to: one that acts on the same field, else the first one. */
export const filterFor = (filters: readonly ViewFilter[], col: string): string | undefined =>
  (filters.find(({ targets }) => targets.some((one) => 'col' in one && one.col === col)) ?? filters[0])?.id;
