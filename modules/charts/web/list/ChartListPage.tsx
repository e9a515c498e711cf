import { LibraryPage } from '#modules/library/web/parts.ts';
import { chartKind } from './kind.ts';

/** 图表配置 */
export default function ChartListPage() {
  return <LibraryPage of={chartKind} />;
}
