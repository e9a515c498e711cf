/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'user/profile/index': () => import('./profile/ProfilePage.tsx'),
  'basic/system/user/index': () => import('./UserPage.tsx'),
  'basic/system/role/index': () => import('./RolePage.tsx'),
  'basic/system/menu/index': () => import('./MenuPage.tsx'),
  'basic/system/dept/index': () => import('./DeptPage.tsx'),
  'basic/system/post/index': () => import('./PostPage.tsx'),
  'basic/system/dict/index': () => import('./DictPage.tsx'),
  'basic/system/config/index': () => import('./ConfigPage.tsx'),
  'basic/system/host/index': () => import('./HostPage.tsx'),
  'basic/system/recycle/index': () => import('./RecyclePage.tsx'),
  'basic/monitor/online/index': () => import('./OnlinePage.tsx'),
  'basic/monitor/loginlog/index': () => import('./LoginLogPage.tsx'),
  'basic/monitor/operlog/index': () => import('./OperLogPage.tsx'),
  'basic/monitor/sms/index': () => import('./SmsPage.tsx'),
};

export { Avatar } from './profile/Avatar.tsx';
export { PasswordForm } from './profile/PasswordForm.tsx';
export { newSealer } from './profile/seal.ts';
