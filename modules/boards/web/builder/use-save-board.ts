import type { StoreApi } from 'zustand';
import type { ArgsOf } from '#kit/web/client.ts';
import type { OpenDocument } from '#kit/web/designer/open-document.ts';
import { takePicture } from '#kit/web/designer/take-picture.ts';
import { useSave, type Saver } from '#kit/web/designer/use-save.tsx';
import type { BoardConfig } from '../../contract/board-config.ts';
import { diffBoards } from '../../core/diff.ts';
import { mergeBoards } from '../../core/merge.ts';
import { readBoard } from '../../core/read-board.ts';
import { boardApi } from './api.ts';
import type { BoardDesign } from './store.ts';

type JsonValue = NonNullable<ArgsOf<typeof boardApi.board.build>['body']['boardConfig']>[string];

/** A board holds JSON alone: its own type only says more. */
const asJson = (config: BoardConfig) => config as unknown as Record<string, JsonValue>;
const SUBJECTS = { added: '新增', removed: '删除', changed: '修改', moved: '移动' } as const;
/** What differs between two boards, a line each. */
export const boardDiff = (theirs: BoardConfig | null, mine: BoardConfig): string[] =>
  theirs === null
    ? ['对方的版本无法读取']
    : diffBoards(theirs, mine).map(
        ({ what, subject, name, details }) => `${SUBJECTS[what]}${subject}“${name}”${details.length > 0 ? `：${details.join('、')}` : ''}`,
      );

/** Saves the draft of a board. */
export function useSaveBoard(store: StoreApi<BoardDesign>, document: OpenDocument<BoardConfig>): Saver {
  return useSave<BoardConfig>({
    document,
    what: '看板',
    diff: boardDiff,
    merge: mergeBoards,
    async put({ name, config: boardConfig }, version) {
      const { id } = store.getState();
      const body = { boardConfig: asJson(boardConfig), boardName: name, version, boardThumbnail: await takePicture() };
      return boardApi.board.build({ params: { id }, body }, { quiet: true });
    },
    async load() {
      const row = await boardApi.board.get({ params: { id: store.getState().id } }, { quiet: true });
      return { config: readBoard(row.boardConfig), version: row.version, name: row.boardName };
    },
  });
}
