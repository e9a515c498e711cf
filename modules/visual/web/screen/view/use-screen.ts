import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { onPush } from '#kit/web/push.ts';
import type { CallError } from '#kit/web/send.ts';
import type { ScreenView } from '../../../contract/view-calls.ts';
import { viewFeed, type ViewFeed } from '../../view/view-feed.ts';
import type { ViewState } from '../../view/view-address.ts';
import { api } from './api.ts';

interface Shown {
  readonly document: ScreenView;
  readonly feed: ViewFeed;
}

/**
 * A published screen with its feed. When a newer version is published the document is read again while the old one stays on the wall, and
 * the new one takes over with the choices of the old: no blank moment.
 */
export function useScreen(idOrCode: string, initial: ViewState): { shown: Shown | null; error: CallError | null; reload: () => void } {
  const query = useQuery<ScreenView, CallError>({
    queryKey: ['/data/visual/screens', 'view', idOrCode],
    queryFn: ({ signal }) => api.viewing.screen({ params: { idOrCode } }, { signal, quiet: true, overlay: false }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data: document, refetch } = query;
  const [shown, setShown] = useState<Shown | null>(null);
  const reload = useEffectEvent(() => void refetch());
  const start = useEffectEvent((next: ScreenView, before: Shown | null) => {
    const chosen = before && before.document.id === next.id ? before.feed.wish : initial;
    const feed = viewFeed({
      entity: 'screen',
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
  // a screen that could not be opened may be published meanwhile
  const failed = query.isError;
  useEffect(() => (failed ? onPush('published', ({ entity }) => entity === 'screen' && reload()) : undefined), [failed]);
  return { shown, error: query.error, reload: () => void refetch() };
}
