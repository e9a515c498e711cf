import { LibraryPage } from './LibraryPage.tsx';

/** 图表配置 */
export default function ChartListPage() {
  return <LibraryPage kind="chart" />;
}
