import type { StoreApi } from 'zustand';
import { takePicture } from '#kit/web/designer/take-picture.ts';
import { usePublish } from '#kit/web/designer/use-publish.ts';
import { boardApi } from './api.ts';
import type { BoardDesign } from './store.ts';

/** Publishes the board with a picture of what the builder shows, after `save`. `published`: version that viewers see at present, null = none. */
export function usePublishBoard(store: StoreApi<BoardDesign>, save: () => Promise<boolean>, published: number | null) {
  return usePublish({
    save,
    published,
    async publish() {
      const { id, version, saved, savedName } = store.getState();
      const body = { version, name: null, boardThumbnail: await takePicture() };
      const done = await boardApi.board.publish({ params: { id }, body }, { quiet: true });
      store.getState().keep(done.version, saved, savedName);
      return done;
    },
  });
}
