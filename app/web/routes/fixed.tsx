import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { NotFoundPage } from '../pages/ErrorPages.tsx';
import { RedirectPage } from '../pages/RedirectPage.tsx';
import { UnpublishedPage } from '../pages/UnpublishedPage.tsx';
import type { Layout } from './menu-tree.ts';
import { exportsPage, messagesPage, profilePage, windowPage } from './pages.tsx';
import { WINDOW_PAGES, type WindowPage } from './window-pages.ts';

/** A route that every account has, hidden from menus. */
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
const NoRightPage = lazyPart(() => import('../pages/NoRightPage.tsx'));
const ScreenProfilePage = lazyPart(() => import('../pages/ScreenProfilePage.tsx'));

const main = (path: string, title: string, page: ComponentType, keeps = true): FixedRoute => ({ path, title, layout: 'main', page, keeps });
const screen = (path: string, title: string, page: ComponentType): FixedRoute => ({ path, title, layout: 'screen', page, keeps: false });
const brought = ({ path, title, key }: WindowPage): FixedRoute => ({ ...screen(path, title, windowPage(key) ?? UnpublishedPage), key });

/** In place of a page that the product has and the account has not. */
export const noRightRoute: FixedRoute = main('*', '没有权限', NoRightPage, false);

const fixedRoutes: readonly FixedRoute[] = [
  { path: '/redirect/*', title: '', layout: 'bare', page: RedirectPage, keeps: false },
  main('/home', '首页', HomePage),
  ...WINDOW_PAGES.map(brought),
  screen('/screen/userInfo', '个人中心', ScreenProfilePage),
  main('/404', '页面不存在', NotFoundPage, false),
  { ...noRightRoute, path: '/401' },
  main('/user/profile', '个人中心', profilePage),
  main('/user/exports', '我的导出', exportsPage),
  main('/user/messages', '消息中心', messagesPage),
  main('/flowable', '待办任务', windowPage('workflow/task/todo/index') ?? UnpublishedPage, false),
];

export const fixedRoute = (path: string): FixedRoute | null => fixedRoutes.find((route) => matchPath(route.path, path)) ?? null;
