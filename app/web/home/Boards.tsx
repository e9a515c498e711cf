import { useQuery } from '@tanstack/react-query';
import { useCan } from '#kit/web/can.tsx';
import type { SentRoute } from '#kit/web/client.ts';
import { BoardCard } from '#kit/web/parts/BoardCard.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { Thumbnail } from '#kit/web/parts/Thumbnail.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { send } from '#kit/web/send.ts';

/** What is read of a board or screen; the contract would bring every schema of a document into the start of the program. */
interface Row {
  readonly id: string;
  readonly boardName?: string;
  readonly screenName?: string;
  readonly boardThumbnail?: string | null;
  readonly screenThumbnail?: string | null;
  readonly isStarred: boolean;
  readonly isMine: boolean;
  readonly viewCount: number;
  readonly updateTime: string;
}
const KINDS = {
  board: { label: '看板', path: '/data/visual/boards/page' },
  screen: { label: '大屏', path: '/data/visual/screens/page' },
} as const;
type Kind = keyof typeof KINDS;
const ASKED = 50;
const SHOWN = 4;

async function published(kind: Kind, signal: AbortSignal) {
  const route: SentRoute = { method: 'GET', path: KINDS[kind].path };
  const query = { published: '1', pageSize: ASKED };
  const { data } = (await send(route, { query }, { signal, quiet: true, overlay: false })) as { data: readonly Row[] };
  return data.map((row) => ({
    kind,
    id: row.id,
    name: row.boardName ?? row.screenName ?? '',
    thumbnail: row.boardThumbnail ?? row.screenThumbnail ?? null,
    // what somebody marked comes before his own, and that before what everybody looks at
    rank: Number(row.isStarred) * 2 + Number(row.isMine),
    views: row.viewCount,
    at: row.updateTime,
  }));
}

/** 我的看板: published boards and screens that the reader marked, made, or that are looked at most. */
export function Boards() {
  const can = useCan();
  const kinds = (['board', 'screen'] as const).filter((kind) => can.perm(`visual:${kind}:list`) && can.perm(`visual:${kind}:preview`));
  const answer = useQuery({
    queryKey: [...kinds.map((kind) => KINDS[kind].path), 'home'],
    enabled: kinds.length > 0,
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await Promise.all(kinds.map((kind) => published(kind, signal)))).flat().toSorted((a, b) => b.rank - a.rank || b.views - a.views),
  });
  if (kinds.length === 0) return null;
  const shown = answer.data?.slice(0, SHOWN) ?? [];
  const all = kinds.includes('board') ? '/visual/databoard' : '/visual/datascreen';
  return (
    <Panel title="我的看板" note="收藏、自己的与常看的" link={{ text: '全部', to: all }} className="home-boards" padded>
      {answer.error && <StateView kind="error" inline error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isLoading && <StateView kind="loading" shape="cards" rows={SHOWN} />}
      {answer.data && shown.length === 0 && <StateView kind="empty" inline what="还没有已发布的看板" />}
      <div className="home-board-cards">
        {shown.map(({ kind, id, name, thumbnail, at }) => (
          <BoardCard
            key={id}
            name={name}
            kind={KINDS[kind].label}
            to={`/visual/${kind}/view/${id}`}
            isDark={kind === 'screen'}
            picture={thumbnail && <Thumbnail of={thumbnail} />}
            at={at}
          />
        ))}
      </div>
    </Panel>
  );
}
