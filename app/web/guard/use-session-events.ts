import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { toast } from '#kit/web/dialog.tsx';
import { setSendHost } from '#kit/web/send.ts';
import { session } from '#kit/web/session.ts';
import { clearStorage } from '#kit/web/storage.ts';
import { api } from '../api.ts';
import { showOverlay } from '../overlay.ts';
import { queryClient } from '../Providers.tsx';
import { tabs } from '../shell/tabs.ts';
import { loginPath } from './decide.ts';

const here = (): string => window.location.pathname + window.location.search;

/** Nothing of one account stays for the next one. */
export function forgetPages(): void {
  tabs.clear();
  queryClient.clear();
}

/** Connects the request layer, the session and the other tabs of the browser with the router. */
export function useSessionEvents(): void {
  const navigate = useNavigate();
  useEffect(() => {
    setSendHost({
      error: toast.error,
      overlay: showOverlay,
      signedOut: (delayMs) => {
        const to = delayMs === 0 ? loginPath(here()) : '/login';
        forgetPages();
        session.broadcast({ kind: 'signedOut' });
        setTimeout(() => void navigate(to, { replace: true }), delayMs);
      },
      locked: () => session.setLock('locked'),
      mustChangePassword: () => session.setMustChangePassword(true),
    });
    session.onSignOut(async () => {
      // signing out here must work without the server; the session there ends by itself
      await api.auth.logout({ params: { token: 'current' } }, { quiet: true, overlay: false }).catch(() => undefined);
      session.clear();
      forgetPages();
      session.broadcast({ kind: 'signedOut' });
      await navigate('/login', { replace: true });
    });
    return session.listen((event) => {
      switch (event.kind) {
        case 'signedOut':
          clearStorage();
          session.reload();
          forgetPages();
          return;
        case 'signedIn':
          // a new session, perhaps of somebody else: nothing on this page is true any more
          if (event.userId === '' || event.userId !== session.get().user?.id) return window.location.reload();
          return session.reload();
        case 'locked':
          return session.setLock('locked');
        case 'unlocked':
          return session.setLock('unlocked');
      }
    });
  }, [navigate]);
}
