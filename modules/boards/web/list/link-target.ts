import { readBoard } from '../../core/read-board.ts';
import type { LinkTarget } from '#modules/charts/web/builder-parts.ts';
import { api } from './api.ts';

const quiet = { quiet: true, overlay: false };
/** 看板 as targets of links. */
export const linkTarget: LinkTarget = {
  list: async () => (await api.board.list({}, quiet)).map(({ id, boardName }) => ({ id, name: boardName })),
  filters: async (id) => readBoard((await api.board.get({ params: { id } }, quiet)).boardConfig).filters,
};
