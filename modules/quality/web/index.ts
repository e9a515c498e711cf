/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'quality/index': () => import('./home/OverviewPage.tsx'),
  'quality/checkrule/index': () => import('./RulePage.tsx'),
  'quality/checkstat/index': () => import('./StatPage.tsx'),
  'quality/checkreport/index': () => import('./ReportPage.tsx'),
  'quality/checkjob/index': () => import('./JobPage.tsx'),
  'quality/checkissue/index': () => import('./issue/IssuePage.tsx'),
  'quality/alertrule/index': () => import('./alert/AlertPage.tsx'),
  'quality/score/index': () => import('./ScorePage.tsx'),
  'quality/checklog/index': () => import('./LogPage.tsx'),
};
