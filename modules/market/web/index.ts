/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'market/dataservice/index': () => import('./services/ServicePage.tsx'),
  'market/servicelog/index': () => import('./services/ServiceLogPage.tsx'),
  'market/dataapi/index': () => import('./apis/ApiPage.tsx'),
  'market/index/index': () => import('./statistics/IndexPage.tsx'),
  'market/apimask/index': () => import('./masks/MaskPage.tsx'),
  'market/plan/index': () => import('./plans/PlanPage.tsx'),
  'market/apilog/index': () => import('./logs/LogPage.tsx'),
  'market/apiapp/index': () => import('./apps/AppPage.tsx'),
  'market/subscription/index': () => import('./subscriptions/SubscriptionPage.tsx'),
  'market/datastore/list/index': () => import('./stores/StorePage.tsx'),
  'market/datastore/monitor/index': () => import('./stores/MonitorPage.tsx'),
  'market/datastore/search/index': () => import('./stores/StoreSearchPage.tsx'),
  'market/drd/index': () => import('./drd/DrdPage.tsx'),
  'market/apimarket/index': () => import('./square/SquarePage.tsx'),
  'market/myapply/index': () => import('./subscriptions/MyApplyPage.tsx'),
};
