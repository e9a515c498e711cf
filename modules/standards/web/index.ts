/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'standard/index': () => import('./home/OverviewPage.tsx'),
  // one of its elements has a tab of its own
  'standard/element/index': Object.assign(() => import('./element/ElementPage.tsx'), { object: 'element' }),
  'standard/datadict/index': () => import('./dict/DictPage.tsx'),
  'standard/root/index': () => import('./plain/RootPage.tsx'),
  'standard/unit/index': () => import('./plain/UnitPage.tsx'),
  'standard/doc/index': () => import('./plain/DocPage.tsx'),
  'standard/dictcontrast/index': () => import('./contrast/ContrastPage.tsx'),
  'standard/dictmapping/index': () => import('./mapping/MappingPage.tsx'),
  'standard/contraststat/index': () => import('./contrast/StatPage.tsx'),
  'standard/naming/index': () => import('./naming/NamingPage.tsx'),
  'standard/binding/index': () => import('./binding/ProposalPage.tsx'),
  'standard/bindingstat/index': () => import('./binding/StatPage.tsx'),
};
