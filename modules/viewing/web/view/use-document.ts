import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { onPush } from '#kit/web/push.ts';
import type { CallError } from '#kit/web/send.ts';
import type { PublishedView } from '../../contract/view-calls.ts';
import { prefetchedDocument, claimPrefetchedFeed } from './prefetch.ts';
import type { ViewState } from './view-address.ts';
import { viewFeed, type ViewFeed } from './view-feed.ts';

export interface Shown<D> {
  readonly document: D;
  readonly feed: ViewFeed;
}

/**
 * A published document with its feed. When a newer version is published the document is read again while the old one stays, and the new one
 * takes over with the choices of the old: no blank moment.
 */
export function useDocument<D extends PublishedView>(
  entity: 'board' | 'screen',
  key: string,
  read: (signal: AbortSignal) => Promise<D>,
  initial: ViewState,
): { shown: Shown<D> | null; error: CallError | null; reload: () => void } {
  const query = useQuery<D, CallError>({
    queryKey: [`/data/visual/${entity}s`, 'view', key],
    queryFn: ({ signal }) => (prefetchedDocument(entity, key) as Promise<D> | null) ?? read(signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data: document, refetch } = query;
  const [shown, setShown] = useState<Shown<D> | null>(null);
  const reload = useEffectEvent(() => void refetch());
  const start = useEffectEvent((next: D, before: Shown<D> | null) => {
    const chosen = before && before.document.id === next.id ? before.feed.selection : initial;
    const onPublished = () => reload();
    const feed =
      claimPrefetchedFeed(entity, key, next, onPublished) ??
      viewFeed({ entity, id: next.id, versionNo: next.versionNo, document: next, ...chosen, onPublished });
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
  // a document that could not be opened may be published meanwhile
  const failed = query.isError;
  useEffect(() => (failed ? onPush('published', (told) => told.entity === entity && reload()) : undefined), [failed, entity]);
  return { shown, error: query.error, reload: () => void refetch() };
}
