/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'workflow/index': () => import('./StatisticsPage.tsx'),
  'workflow/task/todo/index': () => import('./task/TodoPage.tsx'),
  'workflow/task/done/index': () => import('./task/DonePage.tsx'),
  'workflow/instance/mystarted/index': () => import('./request/MyStartedPage.tsx'),
  'workflow/instance/myinvolved/index': () => import('./instance/InvolvedPage.tsx'),
  'workflow/instance/mycopied/index': () => import('./instance/CopiedPage.tsx'),
  'workflow/instance/running/index': () => import('./running/RunningPage.tsx'),
  'workflow/definition/index': () => import('./definition/DefinitionPage.tsx'),
  'workflow/model/index': () => import('./model/ModelPage.tsx'),
  'workflow/model/design': () => import('./model/design/DesignerPage.tsx'),
  'workflow/business/index': () => import('./business/BusinessPage.tsx'),
  'workflow/handover/index': () => import('./handover/HandoverPage.tsx'),
  'workflow/operation/index': () => import('./operation/OperationPage.tsx'),
  'workflow/delegation/index': () => import('./delegation/DelegationPage.tsx'),
};
