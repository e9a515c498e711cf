/** Parts that the shell, the sign-in page and the home page load when they need them. */
export const parts = {
  bellPanel: () => import('./bell/BellPanel.tsx'),
  mustRead: () => import('./bell/MustRead.tsx'),
  loginBanners: () => import('./banner/LoginBanners.tsx'),
  homeBanners: () => import('./banner/HomeBanners.tsx'),
};
