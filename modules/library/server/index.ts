import { defineServerModule } from '#kit/server/module.ts';
import { editorRoutes } from './editors.ts';
import { folderRoutes } from './folders.ts';
import { grantRoutes } from './grants.ts';
import { figures, search } from './home/hits.ts';
import { visualHomeRoutes } from './home/overview.ts';
import { menus } from './menus.ts';
import { drawMissing } from './sketch.ts';
import { versionRoutes } from './version-calls.ts';

export { publishingProposals, publishOrAsk, sharingProposals, shareOrAsk } from './approval.ts';
export { below, folderAt, folderPaths } from './folders.ts';
export { buildItem, copyItem, createItem, pageOfItems, removeItems, shownItem, type ShownItem, updateItem } from './items.ts';
export { assertKnownForm, defineKind, kindOf, type Checked } from './kinds.ts';
export { noteUses, relink } from './links.ts';
export { publishItem, unpublishItem } from './publish.ts';
export { frozenText } from './published-version.ts';
export { ITEMS, itemFor, ofEditableItem, ofVisibleItem } from './reach.ts';
export { endItemGrantsOfRequest, grantItemForRequest } from './request-grants.ts';
export { sketchOf } from './sketch.ts';
export { isTaken } from '../core/thumbnail.ts';
export { definePictureRule, withdrawPictures, withSafeThumbnails } from './thumbnails.ts';
export { COLUMNS, itemsOf, oneItem, patchItem } from './store.ts';
export { notifyPublished } from './notify.ts';
export { digest, saveVersion } from './versions.ts';
export { recycled } from './recycled.ts';

/** What data sets, charts, boards and screens have in common: folders, grants, versions, publishing, thumbnails, what uses what. */
export const libraryModule = defineServerModule({
  name: 'library',
  needs: ['system', 'files', 'lineage'],
  migrations: { name: 'visual', folder: new URL('./migrations/', import.meta.url) },
  routes: [folderRoutes, grantRoutes, editorRoutes, versionRoutes, visualHomeRoutes],
  menus,
  figures,
  search,
  async start(app) {
    await drawMissing(app);
    return () => Promise.resolve();
  },
});
