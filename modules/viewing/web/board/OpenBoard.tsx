import { lazy, Suspense, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useChangeAddress } from '#kit/web/address.ts';
import { useObjectTitle } from '#kit/web/page/object-title.tsx';
import type { BoardItem } from '#modules/boards/contract/board-config.ts';
import type { BoardView } from '../../contract/view-calls.ts';
import { type ClickHandlers, ChipBar, FilterBar, type ClickedValue, DetailDrawer, jumpsBy } from '#modules/charts/web/parts.ts';
import { noteCopy } from '../output/note-copy.ts';
import { useFollowAddress } from '../view/view-address.ts';
import { clickOffers, shapeOf, type ViewFeed } from '../view/view-feed.ts';
import { BoardBar, type BoardPart } from './BoardBar.tsx';
import { BoardGrid, useFolded, useSurface, BoardTabs } from '#modules/boards/web/parts.ts';

// what nobody needs before the charts are drawn
const TileMenu = lazy(() => import('./TileMenu.tsx').then((part) => ({ default: part.TileMenu })));
const CommentDrawer = lazy(() => import('../view/CommentDrawer.tsx').then((part) => ({ default: part.CommentDrawer })));
const ShareDialog = lazy(() => import('../share/ShareDialog.tsx').then((part) => ({ default: part.ShareDialog })));
const PrintBoard = lazy(() => import('./print/PrintBoard.tsx').then((part) => ({ default: part.PrintBoard })));
const SubscribeDialog = lazy(() => import('../view/SubscribeDialog.tsx').then((part) => ({ default: part.SubscribeDialog })));

/** A jump to another site, or where its maker wants a window of its own, leaves this one alone. */
function openAway(address: string, { newWindow }: { newWindow: boolean }): boolean {
  if (!newWindow && !/^https:/.test(address)) return false;
  window.open(address, '_blank', 'noopener,noreferrer');
  return true;
}

/** A board that is open: its bar, filters, tabs and tiles. */
export function OpenBoard({ document: view, feed }: { document: BoardView; feed: ViewFeed }) {
  const { config } = view;
  const navigate = useNavigate();
  const shape = useMemo(() => shapeOf(view), [view]);
  const [search] = useSearchParams();
  const changeAddress = useChangeAddress();
  const { folded, fold } = useFolded(config);
  const [detail, setDetail] = useState<{ key: string; title: string; values: readonly ClickedValue[] } | null>(null);
  const [part, setPart] = useState<{ kind: BoardPart; itemKey: string | null } | null>(null);
  useFollowAddress(feed);
  const surface = useSurface(config.theme);
  useObjectTitle(view.name);

  const tab = config.tabs.find((one) => one.id === search.get('tab')) ?? config.tabs[0]!;
  const placed = new Set(
    config.tabs.flatMap((one) => one.layout).flatMap((item) => (item.kind === 'filter' ? (item.filterIds ?? []) : [])),
  );
  const shown = config.filters.filter((filter) => !filter.hidden && !placed.has(filter.id)).map((filter) => filter.id);
  const handlersOf = (item: BoardItem): ClickHandlers => ({
    detail: (values) => setDetail({ key: item.i, title: item.title || shape.tiles.get(item.i)?.name || '', values: [...values] }),
    offers: () => clickOffers(view, item.i),
    jump: jumpsBy((address, newWindow) => void (openAway(address, { newWindow }) || navigate(address))),
  });
  const setTab = (id: string) => changeAddress({ tab: id }, { replace: true });
  const dialog = { entity: 'board' as const, id: view.id, open: true, onClose: () => setPart(null) };
  return (
    <main className="board-page" style={surface}>
      <BoardBar view={view} feed={feed} layout={tab.layout} onOpen={(kind) => setPart({ kind, itemKey: null })} />
      {config.tabs.length > 1 && (
        <Suspense fallback={<div className="board-tabs-coming" />}>
          <BoardTabs tabs={config.tabs} active={tab.id} onChange={setTab} />
        </Suspense>
      )}
      {shown.length > 0 && <FilterBar feed={feed} filters={config.filters} ids={shown} apply={config.apply} />}
      <ChipBar feed={feed} shape={shape} />
      {tab.layout.length === 0 ? (
        <p className="board-none">这个页签还没有内容</p>
      ) : (
        <BoardGrid
          key={tab.id}
          layout={tab.layout}
          config={config}
          feed={feed}
          shape={shape}
          handlersOf={handlersOf}
          folded={folded}
          onFold={fold}
          actionsOf={(item) =>
            item.kind === 'chart' && (
              <Suspense fallback={null}>
                <TileMenu
                  view={view}
                  feed={feed}
                  item={item}
                  title={item.title || shape.tiles.get(item.i)?.name || ''}
                  onComment={() => setPart({ kind: 'comment', itemKey: item.i })}
                />
              </Suspense>
            )
          }
        />
      )}
      <Suspense fallback={null}>
        {detail && <DetailDrawer feed={feed} of={detail} onClose={() => setDetail(null)} />}
        {part?.kind === 'print' && (
          <PrintBoard view={view} feed={feed} shape={shape} onPrint={() => noteCopy('board', view.id, 'print')} onClose={dialog.onClose} />
        )}
        {part?.kind === 'comment' && <CommentDrawer {...dialog} shape={shape} itemKey={part.itemKey} />}
        {part?.kind === 'share' && <ShareDialog {...dialog} name={view.name} />}
        {part?.kind === 'subscribe' && <SubscribeDialog {...dialog} name={view.name} shape={shape} feed={feed} filters={feed.filters} />}
      </Suspense>
    </main>
  );
}
