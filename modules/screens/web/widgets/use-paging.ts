import { useCallback, useState } from 'react';
import { useEvery } from '../stage/clock.ts';
import { pageOf } from './parts.tsx';

/** Rows in pages that turn every so many seconds and wait while the pointer is over them. */
export function usePaging<T>(rows: readonly T[], size: number, seconds: number) {
  const [page, setPage] = useState(0);
  const [rests, setRests] = useState(false);
  const pages = Math.max(1, Math.ceil(rows.length / Math.max(1, size)));
  const turn = useCallback(() => setPage((before) => (before + 1) % pages), [pages]);
  useEvery(pages > 1 ? seconds : 0, rests, turn);
  return {
    rows: pageOf(rows, size, page),
    page: page % pages,
    pages,
    turnTo: setPage,
    hover: { onPointerEnter: () => setRests(true), onPointerLeave: () => setRests(false) },
  };
}
