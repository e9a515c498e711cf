import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { tabs } from '../shell/tabs.ts';

/** `/redirect/a/b` shows `/a/b` anew: the page behind the address loses its state and is built again. */
export function RedirectPage() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const path = pathname.replace(/^\/redirect/, '') || '/';
    const front = tabs.front();
    tabs.renew(front?.path === path ? front.key : path);
    void navigate({ pathname: path, search }, { replace: true, state: state as unknown });
  }, [pathname, search, state, navigate]);
  return null;
}
