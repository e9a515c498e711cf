import { useEffect, type ReactNode } from 'react';
import { useCall } from '#kit/web/use-call.ts';
import { bannerApi } from './api.ts';
import { BannerSlides } from './BannerSlides.tsx';

interface LoginBannersProps {
  /** what is drawn where there are no banners */
  fallback: ReactNode;
  onShown: (isShown: boolean) => void;
}

/** The banners of the login page; without any, or without an answer, the page stays as it is. */
export default function LoginBanners({ fallback, onShown }: LoginBannersProps) {
  const { data } = useCall(bannerApi.banner.login, {}, { staleTime: Infinity });
  const has = data !== undefined && data.length > 0;
  useEffect(() => onShown(has), [has, onShown]);
  return has ? <BannerSlides banners={data} look="login" /> : fallback;
}
