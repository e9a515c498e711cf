import { LibraryPage } from '../library/LibraryPage.tsx';
import { screenKind } from './kind.ts';

/** 酷屏配置 */
export default function ScreenListPage() {
  return <LibraryPage of={screenKind} />;
}
