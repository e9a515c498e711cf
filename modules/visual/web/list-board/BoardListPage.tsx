import { LibraryPage } from '../library/LibraryPage.tsx';
import { boardKind } from './kind.ts';

/** 看板配置 */
export default function BoardListPage() {
  return <LibraryPage of={boardKind} />;
}
