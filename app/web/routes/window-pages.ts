/** A page over the whole window that a module brings under a key. */
export interface WindowPage {
  readonly path: string;
  readonly title: string;
  readonly key: string;
}

/** All of them, apart from the pages themselves: what begins before the program has loaded looks here. */
export const WINDOW_PAGES: readonly WindowPage[] = [
  { path: '/engineering', title: '工程技术部大屏', key: 'screen/engineering/index' },
  { path: '/inbound', title: '招商获客大屏', key: 'screen/inbound/index' },
  { path: '/human', title: '人力资源大屏', key: 'screen/human/index' },
  { path: '/subCompany', title: '子公司大屏', key: 'screen/subCompany/index' },
  { path: '/smartData', title: '智慧数据总览', key: 'screen/smartData/index' },
  { path: '/leaderView', title: '领导视图', key: 'screen/leaderView/index' },
  { path: '/marketView', title: '市场部大屏', key: 'screen/marketView/index' },
  { path: '/overview', title: '总览', key: 'screen/overview/index' },
  { path: '/cockpit', title: '驾驶舱', key: 'screen/cockpit/index' },
  { path: '/visual/dataset/build/:id', title: '数据集设计', key: 'visual/dataset/build' },
  { path: '/visual/chart/build/:id', title: '图表设计', key: 'visual/chart/build' },
  { path: '/visual/board/build/:id', title: '看板设计', key: 'visual/board/build' },
  { path: '/visual/board/view/:id', title: '看板', key: 'visual/board/view' },
  { path: '/visual/screen/build/:id', title: '大屏设计', key: 'visual/screen/build' },
  { path: '/visual/screen/view/:id', title: '大屏', key: 'visual/screen/view' },
  { path: '/workflow/model/design/:id', title: '流程设计', key: 'workflow/model/design' },
  { path: '/form/making', title: '表单设计', key: 'form/making' },
];

/** Key of the page of a path, or null. A part like `:id` stands for any text without a slash. */
export const windowPageKey = (path: string): string | null => {
  const parts = path.split('/').filter(Boolean);
  const fits = (pattern: string) => {
    const wanted = pattern.split('/').filter(Boolean);
    return wanted.length === parts.length && wanted.every((part, i) => part.startsWith(':') || part === parts[i]);
  };
  return WINDOW_PAGES.find((page) => fits(page.path))?.key ?? null;
};
