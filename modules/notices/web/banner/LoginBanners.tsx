import type { ShownBanner } from '../../contract/banner.ts';
import { BannerSlides } from './BannerSlides.tsx';

/** The banners of the login page, which asks for them itself: without any it loads nothing of this. */
export default function LoginBanners({ banners }: { banners: readonly ShownBanner[] }) {
  return <BannerSlides banners={banners} look="login" />;
}
