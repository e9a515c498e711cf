/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'metadata/dataauthorize/index': () => import('./authorize/AuthorizePage.tsx'),
  'metadata/classify/index': () => import('./classify/ClassifyPage.tsx'),
  'metadata/maskrule/index': () => import('./classify/MaskRulePage.tsx'),
};
