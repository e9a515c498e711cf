import { api } from '../api.ts';

/** The tree is read whole; the entity kit wants to know a list call. */
export const menuApi = { ...api.menu, page: api.menu.tree };
