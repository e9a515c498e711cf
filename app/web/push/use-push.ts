import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { loadPart } from '#kit/web/lazy-part.ts';
import { useSession } from '#kit/web/session.ts';

/** Connects a signed-in browser with the server's messages; a locked one stays connected, to hear that it was unlocked elsewhere. */
export function usePush(): void {
  const navigate = useNavigate();
  const token = useSession((s) => (s.menus.length > 0 && !s.mustChangePassword ? s.token : null));
  useEffect(() => {
    if (token === null) return;
    let end: (() => void) | null = null;
    let isOver = false;
    void loadPart(() => import('./connect.ts')).then(({ connect }) => {
      if (!isOver) end = connect(token, navigate);
    });
    return () => {
      isOver = true;
      end?.();
    };
  }, [token, navigate]);
}
