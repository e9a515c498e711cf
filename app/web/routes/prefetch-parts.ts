import { session } from '#kit/web/session.ts';
import { fixedRoute } from './fixed.tsx';
import { fetchPage } from './pages.tsx';

export const loadFrame = () => import('../shell/Frame.tsx');
export const loadShell = () => import('../shell/Shell.tsx');

/** The page of this address, when an account that is not locked will most likely be shown it. */
function likelyPage() {
  const { token, lock } = session.get();
  return token === null || lock === 'locked' ? null : { route: fixedRoute(window.location.pathname) };
}

/** Fetches the parts of the program that this address will show while the guard still asks for the menus; whoever shows them deals with failures. */
export function prefetchParts(): void {
  const page = likelyPage();
  if (!page) return;
  loadFrame().catch(() => undefined);
  const { route } = page;
  if (route?.layout !== 'screen') loadShell().catch(() => undefined);
  if (route?.key) fetchPage(route.key);
}
