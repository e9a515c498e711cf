import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { createClient } from '#kit/web/client.ts';
import { onPush } from '#kit/web/push.ts';
import { send, type CallError } from '#kit/web/send.ts';
import { viewing, type BoardView } from '../../contract/view-calls.ts';
import { viewFeed, type ViewFeed } from '../view/view-feed.ts';
import type { ViewState } from '../view/view-address.ts';

const api = createClient({ viewing }, send);

export interface ShownBoard {
  readonly document: BoardView;
  readonly feed: ViewFeed;
}

/**
 * A published board with its feed. When a newer version is published the document is read again while the old one stays, and the new one
 * takes over with the choices of the old.
 */
export function useBoard(id: string, initial: ViewState): { shown: ShownBoard | null; error: CallError | null; reload: () => void } {
  const query = useQuery<BoardView, CallError>({
    queryKey: ['/data/visual/boards', 'view', id],
    queryFn: ({ signal }) => api.viewing.board({ params: { id } }, { signal, quiet: true, overlay: false }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data: document, refetch } = query;
  const [shown, setShown] = useState<ShownBoard | null>(null);
  const reload = useEffectEvent(() => void refetch());
  const start = useEffectEvent((next: BoardView, before: ShownBoard | null) => {
    const chosen = before && before.document.id === next.id ? before.feed.wish : initial;
    const feed = viewFeed({
      entity: 'board',
      id: next.id,
      versionNo: next.versionNo,
      document: next,
      ...chosen,
      onPublished: () => reload(),
    });
    setShown({ document: next, feed });
  });
  const version = document ? `${document.id}.${document.versionNo}` : '';
  const current = useMemo(() => document, [version]); // eslint-disable-line react-hooks/exhaustive-deps
  useEffect(() => {
    if (current) start(current, shown);
    // only another document or version begins anew
    // eslint-disable-next-line react/exhaustive-deps
  }, [current]);
  useEffect(() => () => shown?.feed.close(), [shown]);
  // a board that could not be opened may be published meanwhile
  const failed = query.isError;
  useEffect(() => (failed ? onPush('published', ({ entity }) => entity === 'board' && reload()) : undefined), [failed]);
  return { shown, error: query.error, reload: () => void refetch() };
}
