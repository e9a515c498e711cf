import { LibraryPage } from '#modules/library/web/parts.ts';
import { screenKind } from './kind.ts';

/** 大屏配置 */
export default function ScreenListPage() {
  return <LibraryPage of={screenKind} />;
}
