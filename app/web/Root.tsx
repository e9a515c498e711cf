import { Spin } from 'antd';
import { Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { useCall } from '#kit/web/use-call.ts';
import { useSession } from '#kit/web/session.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { UnsavedBlocker } from '#kit/web/unsaved.tsx';
import { api } from './api.ts';
import { GuardedContext } from './guard/guarded.ts';
import { useGuard } from './guard/use-guard.ts';
import { useSessionEvents } from './guard/use-session-events.ts';
import { usePush } from './push/use-push.ts';
import { prefetchParts, loadFrame } from './routes/prefetch-parts.ts';
import { tabKey } from './routes/resolve.ts';
import { labelOf, useTabs } from './shell/tabs.ts';
import { useWindowTitle } from './shell/window-title.ts';
import { titleOf } from './title.ts';

const LoginPage = lazyPart(() => import('./sign-in/LoginPage.tsx'));
const ForcedPasswordPage = lazyPart(() => import('./sign-in/ForcedPasswordPage.tsx'));
const LockPage = lazyPart(() => import('./lock/LockPage.tsx'));
const Frame = lazyPart(loadFrame);

const Waiting = () => (
  <div className="waiting" role="status">
    <Spin />
    <span>{uiTexts.loading}</span>
  </div>
);

/** Decides which of the few whole-window views is on the screen; exactly one of them is mounted. */
export function Root() {
  useSessionEvents();
  usePush();
  const location = useLocation();
  const { pathname } = location;
  const navigate = useNavigate();
  const site = useCall(api.site.site, {}, { staleTime: Infinity });
  const guarded = useGuard();
  const { action, target } = guarded;
  const isLocked = useSession((s) => s.lock === 'locked' && s.token !== null);

  const view =
    isLocked && pathname === '/lock'
      ? 'lock'
      : action.kind === 'changePassword'
        ? 'password'
        : action.kind !== 'show'
          ? 'wait'
          : pathname === '/login'
            ? 'login'
            : 'app';
  const key = tabKey(location, target);
  const tab = useTabs().find((one) => one.key === key);
  const objectName = useWindowTitle(pathname) ?? (tab && (tab.name !== null || tab.isGone) ? labelOf(tab) : null);
  const shown = objectName ?? (target.kind === 'page' ? target.title : '');
  const pageTitle = { lock: '锁屏', password: '修改密码', login: '登录', wait: '', app: shown }[view];
  useEffect(() => {
    document.title = titleOf(pageTitle, site.data?.title);
  }, [pageTitle, site.data?.title]);
  // after the effects of the guard: its question goes first, a browser sends six at a time
  useEffect(prefetchParts, []);
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [pathname]);

  return (
    <>
      <UnsavedBlocker />
      <Suspense fallback={<Waiting />}>
        {view === 'wait' && <Waiting />}
        {view === 'login' && <LoginPage site={site.data} onSignedIn={(path) => navigate(path, { replace: true })} />}
        {view === 'lock' && <LockPage />}
        {view === 'password' && <ForcedPasswordPage />}
        {view === 'app' && (
          <GuardedContext value={guarded}>
            <Frame />
          </GuardedContext>
        )}
      </Suspense>
    </>
  );
}
