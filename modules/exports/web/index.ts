/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'basic/system/export/index': () => import('./AllExportsPage.tsx'),
  'user/exports/index': () => import('./OwnExportsPage.tsx'),
};
