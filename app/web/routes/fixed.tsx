import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { NoRightPage, NotFoundPage } from '../pages/ErrorPages.tsx';
import { RedirectPage } from '../pages/RedirectPage.tsx';
import { UnpublishedPage } from '../pages/UnpublishedPage.tsx';
import type { Layout } from './menu-tree.ts';
import { exportsPage, messagesPage, profilePage, windowPage } from './pages.tsx';

/** A route that every account has, hidden from menus (spec §2). */
export interface FixedRoute {
  path: string;
  title: string;
  /** `bare` pages have neither shell nor tab */
  layout: Layout | 'bare';
  page: ComponentType;
  /** false = the page leaves no tab behind */
  keeps: boolean;
  /** page key of what a module brings */
  key?: string;
}

// loaded when opened: sign-in must not carry the lists and icons of the home page
const HomePage = lazyPart(() => import('../home/HomePage.tsx').then((module) => ({ default: module.HomePage })));
const ScreenProfilePage = lazyPart(() => import('../pages/ScreenProfilePage.tsx'));

const main = (path: string, title: string, page: ComponentType, keeps = true): FixedRoute => ({ path, title, layout: 'main', page, keeps });
const screen = (path: string, title: string, page: ComponentType): FixedRoute => ({ path, title, layout: 'screen', page, keeps: false });
/** A page over the whole window that a module brings under this key. */
const brought = (path: string, title: string, key: string): FixedRoute => ({
  ...screen(path, title, windowPage(key) ?? UnpublishedPage),
  key,
});

const fixedRoutes: readonly FixedRoute[] = [
  { path: '/redirect/*', title: '', layout: 'bare', page: RedirectPage, keeps: false },
  main('/home', '首页', HomePage),
  brought('/engineering', '工程技术部大屏', 'screen/engineering/index'),
  brought('/inbound', '招商获客大屏', 'screen/inbound/index'),
  brought('/human', '人力资源大屏', 'screen/human/index'),
  brought('/subCompany', '子公司大屏', 'screen/subCompany/index'),
  brought('/smartData', '智慧数据总览', 'screen/smartData/index'),
  brought('/leaderView', '领导视图', 'screen/leaderView/index'),
  brought('/marketView', '市场部大屏', 'screen/marketView/index'),
  brought('/overview', '总览', 'screen/overview/index'),
  brought('/cockpit', '驾驶舱', 'screen/cockpit/index'),
  screen('/screen/userInfo', '个人中心', ScreenProfilePage),
  main('/404', '页面不存在', NotFoundPage, false),
  main('/401', '没有权限', NoRightPage, false),
  brought('/visual/dataset/build/:id', '数据集设计', 'visual/dataset/build'),
  brought('/visual/chart/build/:id', '图表设计', 'visual/chart/build'),
  brought('/visual/board/build/:id', '看板设计', 'visual/board/build'),
  brought('/visual/board/view/:id', '看板', 'visual/board/view'),
  brought('/visual/screen/build/:id', '大屏设计', 'visual/screen/build'),
  brought('/visual/screen/view/:id', '大屏', 'visual/screen/view'),
  brought('/form/making', '表单设计', 'form/making'),
  main('/user/profile', '个人中心', profilePage),
  main('/user/exports', '我的导出', exportsPage),
  main('/user/messages', '消息中心', messagesPage),
  main('/flowable', '工作流', UnpublishedPage, false),
];

export const fixedRoute = (path: string): FixedRoute | null => fixedRoutes.find((route) => matchPath(route.path, path)) ?? null;
