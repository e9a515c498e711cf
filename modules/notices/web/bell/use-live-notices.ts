import { useEffect } from 'react';
import { onPush } from '#kit/web/push.ts';
import { useRefresh } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

/** Reads the notices for me again when one is published or withdrawn. */
export function useLiveNotices(): void {
  const refresh = useRefresh();
  useEffect(() => {
    const ask = () => void refresh(api.notice.minePage);
    const ends = [onPush('bell', ask), onPush('missed', ask)];
    return () => ends.forEach((end) => end());
  }, [refresh]);
}
