import { useParams, useLocation } from 'react-router';
import { ScreenPage } from './ScreenPage.tsx';

/** `/visual/screen/view/:id` */
export default function ScreenViewPage() {
  const { id } = useParams();
  const { pathname } = useLocation();
  // one route catches every path, so the id may have to be read from it
  const idOrCode = id ?? decodeURIComponent(/^\/visual\/screen\/view\/([^/]+)/.exec(pathname)?.[1] ?? '');
  return <ScreenPage key={idOrCode} idOrCode={idOrCode} />;
}
