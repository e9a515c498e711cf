import { readScreen } from '../../core/read-screen.ts';
import type { LinkTarget } from '#modules/charts/web/builder-parts.ts';
import { api } from './api.ts';

const quiet = { quiet: true, overlay: false };
/** 大屏 as targets of links. */
export const linkTarget: LinkTarget = {
  list: async () => (await api.screen.list({}, quiet)).map(({ id, screenName }) => ({ id, name: screenName })),
  filters: async (id) => readScreen((await api.screen.get({ params: { id } }, quiet)).screenConfig).filters,
};
