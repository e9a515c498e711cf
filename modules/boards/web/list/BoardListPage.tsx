import { LibraryPage } from '#modules/library/web/parts.ts';
import { boardKind } from './kind.ts';

/** 看板配置 */
export default function BoardListPage() {
  return <LibraryPage of={boardKind} />;
}
