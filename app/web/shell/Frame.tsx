import { Activity, Suspense, useEffect, useState } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { useColorMode } from '#kit/web/color-mode.ts';
import { ApprovalHost } from '#kit/web/ApprovalHost.tsx';
import { ConfirmHost } from '#kit/web/ConfirmHost.tsx';
import { SubmissionHost } from '#kit/web/SubmissionHost.tsx';
import { ObjectTitles } from '#kit/web/page/object-title.tsx';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { useSession } from '#kit/web/session.ts';
import { watermarkText } from '#kit/web/watermark-text.ts';
import { Watermark } from '#kit/web/watermark.tsx';
import { useVisibleRule } from '../guard/use-visible-rule.ts';
import { useGuarded } from '../guard/guarded.ts';
import { TabBoundary } from '../pages/TabBoundary.tsx';
import { noRightRoute } from '../routes/fixed.tsx';
import { loadShell } from '../routes/prefetch-parts.ts';
import { shell } from './shell-state.ts';
import { Sources } from './Sources.tsx';
import { useRecent } from './recent.ts';
import { useIdleLock } from './use-idle-lock.ts';
import { setWindowTitle, useWindowTitle } from './window-title.ts';

const Shell = lazyPart(async () => ({ default: (await loadShell()).Shell }));

/** The only page without a watermark, by its menu and by its fixed address. */
const UNMARKED: ReadonlySet<string> = new Set(['/screen/cockpit', '/cockpit']);

/** Everything that a signed-in account sees: the shell with its tabs, or one page in the full-screen layout. */
export default function Frame() {
  const { target } = useGuarded();
  const { pathname } = useLocation();
  const mode = useColorMode();
  const mark = useSession((s) => watermarkText(s.user));
  useIdleLock();
  const isStale = useVisibleRule({ isForbidden: target.kind === 'page' && target.page === noRightRoute.page });
  useEffect(() => {
    window.addEventListener('resize', shell.measure);
    return () => window.removeEventListener('resize', shell.measure);
  }, []);
  const isScreen = target.kind === 'page' && target.layout === 'screen';
  // whoever opens a page over the whole window does not wait for the shell; once it was shown it stays, hidden
  const [hasShell, setHasShell] = useState(false);
  if (target.kind === 'page' && !isScreen && !hasShell) setHasShell(true);
  useRecent(isScreen ? pathname : null, useWindowTitle(pathname) ?? '');
  if (target.kind !== 'page') return null;
  const Page = target.page;
  // the pattern gives the page its parameters, as the tabs do
  const page = (
    <ObjectTitles onChange={(title) => setWindowTitle(pathname, title?.name ?? null)}>
      <Routes>
        <Route path={target.pattern} element={<Page />} />
      </Routes>
    </ObjectTitles>
  );
  const views = (
    <>
      {hasShell && (
        <Activity mode={isScreen ? 'hidden' : 'visible'}>
          <Shell isStale={isStale} />
        </Activity>
      )}
      {target.layout !== 'main' && (
        <TabBoundary key={pathname}>
          <Suspense fallback={null}>{isScreen ? <div className="screen-layout">{page}</div> : page}</Suspense>
        </TabBoundary>
      )}
    </>
  );
  return (
    <Sources>
      <ConfirmHost />
      <SubmissionHost />
      <ApprovalHost />
      <Watermark text={UNMARKED.has(pathname) ? '' : mark} mode={mode}>
        {views}
      </Watermark>
    </Sources>
  );
}
