import { Button, Result, Spin } from 'antd';
import { useParams } from 'react-router';
import { useViewState } from '../view/view-address.ts';
import { OpenBoard } from './OpenBoard.tsx';
import { useBoard } from './use-board.ts';
import './board.css';

/** One published board over the whole window: /visual/board/view/:id. */
export default function BoardViewPage() {
  const { id = '' } = useParams();
  const initial = useViewState();
  const { shown, error, reload } = useBoard(id, initial);
  if (error && !shown)
    return (
      <div className="board-wait">
        <Result
          status={error.status === 404 ? '404' : error.status === 403 ? '403' : 'error'}
          title={error.message}
          extra={
            <Button type="primary" onClick={reload}>
              重试
            </Button>
          }
        />
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
