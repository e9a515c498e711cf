/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'basic/scheduler/taskjob/index': () => import('./JobPage.tsx'),
  'basic/scheduler/tasklog/index': () => import('./RunPage.tsx'),
};
