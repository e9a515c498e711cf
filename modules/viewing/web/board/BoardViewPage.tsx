import { Spin } from 'antd';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { useViewState } from '../view/view-address.ts';
import { OpenBoard } from './OpenBoard.tsx';
import { useBoard } from './use-board.ts';

const BoardMissing = lazyPart(() => import('./BoardMissing.tsx').then((part) => ({ default: part.BoardMissing })));

/** One published board over the whole window: /visual/board/view/:id. */
export default function BoardViewPage() {
  const { id = '' } = useParams();
  const initial = useViewState();
  const { shown, error, reload } = useBoard(id, initial);
  if (error && !shown)
    return (
      <div className="board-wait">
        <Suspense fallback={null}>
          <BoardMissing error={error} retry={reload} />
        </Suspense>
      </div>
    );
  if (!shown)
    return (
      <div className="board-wait" aria-busy="true">
        <Spin />
      </div>
    );
  return <OpenBoard key={shown.document.id} document={shown.document} feed={shown.feed} />;
}
