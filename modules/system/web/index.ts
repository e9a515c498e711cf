/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'user/profile/index': () => import('./profile/ProfilePage.tsx'),
};

export { Avatar } from './profile/Avatar.tsx';
export { PasswordForm } from './profile/PasswordForm.tsx';
export { newSealer } from './profile/seal.ts';
