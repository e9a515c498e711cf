/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'standard/datadict/index': () => import('./dict/DictPage.tsx'),
  'standard/dictcontrast/index': () => import('./contrast/ContrastPage.tsx'),
  'standard/dictmapping/index': () => import('./mapping/MappingPage.tsx'),
  'standard/contraststat/index': () => import('./contrast/StatPage.tsx'),
};
