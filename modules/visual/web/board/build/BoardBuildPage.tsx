import { Button, Result, Spin } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { readBoard } from '../../../core/doc/read-board.ts';
import { boardApi } from './api.ts';
import { BoardBuilder } from './BoardBuilder.tsx';
import { BoardContext, makeBoardDesign } from './store.ts';
import '../board.css';

type Row = CallReply<typeof boardApi.board.get>;

function Opened({ row }: { row: Row }) {
  const [store] = useState(() =>
    makeBoardDesign({ id: row.id, name: row.boardName, version: row.version, config: readBoard(row.boardConfig) }),
  );
  return (
    <BoardContext value={store}>
      <BoardBuilder publishedNo={row.publishedNo} />
    </BoardContext>
  );
}

/** The board builder: /visual/board/build/:id over the whole window. */
export default function BoardBuildPage() {
  const { id = '' } = useParams();
  const board = useCall(boardApi.board.get, { params: { id } }, { staleTime: Infinity });
  if (board.error)
    return (
      <div className="board-wait">
        <Result
          status={board.error.status === 404 ? '404' : board.error.status === 403 ? '403' : 'error'}
          title={board.error.message}
          extra={
            <Button type="primary" onClick={() => void board.refetch()}>
              重试
            </Button>
          }
        />
      </div>
    );
  if (!board.data)
    return (
      <div className="board-wait">
        <Spin />
      </div>
    );
  return <Opened key={id} row={board.data} />;
}
