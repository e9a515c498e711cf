/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'user/messages/index': () => import('./messages/MessagesPage.tsx'),
  'basic/system/notice/index': () => import('./notice/NoticePage.tsx'),
  'basic/system/banner/index': () => import('./banner/BannerPage.tsx'),
  'basic/system/certificate/index': () => import('./certificate/CertificatePage.tsx'),
};

export { bellApi } from './bell/api.ts';
