import { LibraryPage } from './LibraryPage.tsx';

/** 酷屏配置 */
export default function ScreenListPage() {
  return <LibraryPage kind="screen" />;
}
