export { bringShareDialog } from './share-dialog.ts';

/** The library has no pages of its own: charts, boards and screens each have their list. */
export const pages = {};
