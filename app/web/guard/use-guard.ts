import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { toast } from '#kit/web/dialog.tsx';
import { session, useSession, type MenuRoute } from '#kit/web/session.ts';
import { loadPart } from '#kit/web/lazy-part.ts';
import { onPush } from '#kit/web/push.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { api } from '../api.ts';
import { buildTree, emptyTree, type MenuTree } from '../routes/menu-tree.ts';
import { resolve, type Target } from '../routes/resolve.ts';
import { sendDevice } from '../sign-in/device.ts';
import { decide, loginPath, type GuardAction } from './decide.ts';

/** The account as it was fetched for one token. */
interface Fetched {
  token: string;
  tree: MenuTree;
  empty: boolean;
}

export interface Guarded {
  action: GuardAction;
  target: Target;
  tree: MenuTree;
}

const messageOf = (error: unknown): string => (error instanceof Error && error.message) || uiTexts.hasError;

/** Runs the decisions of the route guard: fetches the account, leads to where the person belongs. */
export function useGuard(): Guarded {
  const location = useLocation();
  const navigate = useNavigate();
  const state = useSession((s) => s);
  const [fetched, setFetched] = useState<Fetched | null>(null);
  const loading = useRef<string | null>(null);

  const current = fetched !== null && (fetched.token === state.token || state.isLeaving) ? fetched : null;
  const tree = current?.tree ?? emptyTree;
  const target = resolve(location.pathname, tree);
  const fullPath = location.pathname + location.search;
  const action = decide({
    path: location.pathname,
    fullPath,
    token: state.token,
    isLeaving: state.isLeaving,
    lock: state.lock,
    storedMenus: state.menus.length,
    ready: current !== null && !current.empty,
    empty: current?.empty ?? false,
    mustChangePassword: state.mustChangePassword,
    known: target.kind !== 'unknown',
  });

  const go = action.kind === 'go' ? action.to : action.kind === 'show' && target.kind === 'redirect' ? target.to : null;
  useEffect(() => {
    if (go !== null) void navigate(go, { replace: true });
  }, [go, navigate]);

  const hasArrived = state.isLeaving && location.pathname === '/login';
  useEffect(() => {
    if (hasArrived) session.arrived();
  }, [hasArrived]);

  const { token } = state;
  useEffect(() => {
    if (action.kind !== 'load' || token === null || loading.current === token) return;
    loading.current = token;
    const load = async (): Promise<void> => {
      let answer: Awaited<ReturnType<typeof api.session.route>>;
      try {
        answer = await api.session.route({}, { quiet: true });
      } catch (error) {
        if (session.get().token !== token && session.get().token !== null) return; // another session has begun
        session.reset();
        toast.error(messageOf(error));
        return void navigate(loginPath(fullPath), { replace: true });
      }
      if (session.get().token !== token) return;
      session.setLock(answer.lock);
      const { user, perms } = answer;
      if (answer.lock === 'locked' || user === null) return;
      const menus = answer.routes as MenuRoute[];
      session.setAccount({ user, perms, menus });
      if (user.mustChangePassword) return session.setMustChangePassword(true);
      sendDevice((body) => api.loginLog.details({ body }, { quiet: true, overlay: false }));
      if (menus.length === 0) {
        toast.error(uiTexts.noMenus);
        return setFetched({ token, tree: emptyTree, empty: true });
      }
      try {
        setFetched({ token, tree: buildTree(menus), empty: false });
      } catch (error) {
        toast.error(messageOf(error));
        setFetched({ token, tree: emptyTree, empty: false });
        void navigate('/home', { replace: true });
      }
    };
    // errors are handled inside; what is left is a fault of the program and belongs into the console
    void load().finally(() => {
      loading.current = null;
    });
  }, [action.kind, token, fullPath, navigate]);

  useEffect(() => {
    if (token === null) return;
    const renew = () =>
      void loadPart(() => import('../push/renew-menus.ts')).then(({ renewMenus }) =>
        renewMenus((renewed) => setFetched({ token, tree: renewed, empty: false }), navigate),
      );
    const ends = [onPush('menus', renew), onPush('missed', renew)];
    return () => ends.forEach((end) => end());
  }, [token, navigate]);

  return { action, target, tree };
}
