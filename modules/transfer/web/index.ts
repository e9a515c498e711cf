/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'visual/transfer/index': () => import('./TransferPage.tsx'),
};
