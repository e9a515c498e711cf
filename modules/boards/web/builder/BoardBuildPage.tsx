import { useState } from 'react';
import { useParams } from 'react-router';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { readBoard } from '../../core/read-board.ts';
import { DesignGate } from '#kit/web/designer/DesignGate.tsx';
import { boardApi } from './api.ts';
import { BoardBuilder } from './BoardBuilder.tsx';
import { BoardContext, makeBoardDesign } from './store.ts';
import '../board/board.css';

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
  return <StoredBoard key={id} id={id} />;
}

function StoredBoard({ id }: { id: string }) {
  const found = useCall(boardApi.board.get, { params: { id } });
  return (
    <DesignGate found={found} list={{ path: '/visual/databoard', name: '看板配置' }}>
      {(row) => <Opened row={row} />}
    </DesignGate>
  );
}
