import { useCall } from '#kit/web/use-call.ts';
import { bannerApi } from './api.ts';
import { BannerSlides } from './BannerSlides.tsx';

const STALE_MS = 10 * 60_000;

/** The banners of the home page; nothing where there are none. */
export default function HomeBanners() {
  const { data } = useCall(bannerApi.banner.home, {}, { staleTime: STALE_MS });
  return data && data.length > 0 ? <BannerSlides banners={data} look="home" /> : null;
}
