import type { ShownBanner } from '../../contract/banner.ts';
import { BannerSlides } from './BannerSlides.tsx';

/** Banners of the sign-in page; without any, nothing else of this module is loaded. */
export default function LoginBanners({ banners }: { banners: readonly ShownBanner[] }) {
  return <BannerSlides banners={banners} look="login" />;
}
