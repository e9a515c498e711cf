import type { NavigateFunction } from 'react-router';
import { toast } from '#kit/web/dialog.tsx';
import { DICT_KEY } from '#kit/web/dict/use-dict.ts';
import { startPush } from '#kit/web/push-start.ts';
import { onPush } from '#kit/web/push.ts';
import { session } from '#kit/web/session.ts';
import { loginPath } from '../guard/decide.ts';
import { forgetPages } from '../guard/use-session-events.ts';
import { queryClient } from '../Providers.tsx';

/** A person who was away when it happened still reads why. */
const REASON_SECONDS = 15;

/** Starts the stream of a session and does what its messages mean for the whole program; the result ends it. */
export function connect(token: string, navigate: NavigateFunction): () => void {
  const refreshDicts = (key: readonly unknown[]): void => {
    void queryClient.invalidateQueries({ queryKey: key }); // pages show their own errors
  };
  const ends = [
    onPush('kicked', ({ reason }) => {
      if (session.get().token !== token) return;
      const to = loginPath(window.location.pathname + window.location.search);
      session.reset();
      forgetPages();
      toast.warning(reason, REASON_SECONDS);
      void navigate(to, { replace: true });
    }),
    onPush('locked', () => session.setLock('locked')),
    onPush('unlocked', () => session.setLock('unlocked')),
    onPush('dict', ({ code }) => refreshDicts([DICT_KEY, code])),
    onPush('missed', () => refreshDicts([DICT_KEY])),
    startPush(token),
  ];
  return () => ends.forEach((end) => end());
}
