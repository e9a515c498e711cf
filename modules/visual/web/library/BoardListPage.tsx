import { LibraryPage } from './LibraryPage.tsx';

/** 看板配置 */
export default function BoardListPage() {
  return <LibraryPage kind="board" />;
}
