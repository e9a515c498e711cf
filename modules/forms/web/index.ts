/** Parts that the program loads outside of its pages. */
export const parts = {
  link: () => import('./link/LinkPage.tsx'),
};
/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'form/making': () => import('./builder/MakingPage.tsx'),
  'datafilling/form/index': () => import('./pages/FormPage.tsx'),
  // every task has a tab of its own
  'datafilling/task/index': Object.assign(() => import('./tasks/TaskPage.tsx'), { object: 'open' }),
  'datafilling/record/index': () => import('./pages/RecordPage.tsx'),
  // every filling has a tab of its own
  'datafilling/my/index': Object.assign(() => import('./pages/MyPage.tsx'), { object: 'open' }),
};
