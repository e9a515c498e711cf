import { StrictMode, Suspense, useEffect, useState } from 'react';
import type { Root } from 'react-dom/client';
import { lazyPart, loadPart } from '#kit/web/lazy-part.ts';
import { setSendHost } from '#kit/web/send.ts';
import { session } from '#kit/web/session.ts';
import { toast, whenToastWaits } from '#kit/web/toast.ts';
import { loginPath } from '../guard/decide.ts';
import { titleOf } from '../title.ts';
import { calls, type Site } from './calls.ts';
import LoginPage from './LoginPage.tsx';

const Messages = lazyPart(() => import('./Messages.tsx'));
const loadProgram = () => import('../program.tsx');

/** Longest wait for a moment in which the browser has nothing to do. */
const IDLE_MS = 2000;
/** Fetches what follows the sign-in while the person types; whoever shows it deals with failures. */
const fetchProgram = (): void =>
  void loadProgram()
    .then(({ loadFrame, loadShell }) => Promise.all([loadFrame(), loadShell()]))
    .catch(() => undefined);

/** Shows the sign-in page to a stranger, whatever they wanted to see; the program takes its place when they are in. */
export function showSignIn(root: Root): void {
  const { pathname, search } = window.location;
  if (pathname !== '/login') window.history.replaceState(null, '', loginPath(pathname + search));
  setSendHost({
    error: toast.error,
    overlay: () => () => undefined,
    // without a session none of these can be told
    signedOut: () => undefined,
    locked: () => undefined,
    mustChangePassword: () => undefined,
  });
  const enter = async (path: string): Promise<void> => {
    window.history.replaceState(null, '', path);
    const { startProgram } = await loadPart(loadProgram);
    startProgram(root);
  };
  root.render(
    <StrictMode>
      <Entry onSignedIn={enter} />
    </StrictMode>,
  );
}

function Entry({ onSignedIn }: { onSignedIn: (path: string) => Promise<void> }) {
  const [site, setSite] = useState<Site>();
  const [hasMessages, setHasMessages] = useState(false);
  useEffect(() => {
    calls.site({}, { quiet: true }).then(setSite, () => undefined);
  }, []);
  useEffect(() => {
    document.title = titleOf('登录', site?.title);
  }, [site?.title]);
  useEffect(() => {
    whenToastWaits(() => setHasMessages(true));
    return () => whenToastWaits(null);
  }, []);
  // another tab of this browser is in: so is this one
  useEffect(() => session.listen(({ kind }) => kind === 'signedIn' && window.location.reload()), []);
  useEffect(() => {
    // Safari has no idle callbacks
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(fetchProgram, IDLE_MS / 4);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(fetchProgram, { timeout: IDLE_MS });
    return () => cancelIdleCallback(idle);
  }, []);
  return (
    <>
      <LoginPage site={site} onSignedIn={onSignedIn} />
      {hasMessages && (
        <Suspense fallback={null}>
          <Messages />
        </Suspense>
      )}
    </>
  );
}
