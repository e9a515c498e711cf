import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { onPush } from '#kit/web/push.ts';
import { api } from './api.ts';

/** The version that this page was loaded with: the first that the server told. */
let loaded: string | null = null;

async function versionNow(signal: AbortSignal): Promise<{ loaded: string; now: string }> {
  const { version } = await api.site.site({}, { signal, quiet: true });
  loaded ??= version;
  return { loaded, now: version };
}

/** True once the server runs another version than the one this page was loaded from. */
function useUpdate(): boolean {
  const { data } = useQuery({
    queryKey: ['app.version'],
    queryFn: ({ signal }) => versionNow(signal),
    refetchOnWindowFocus: 'always',
    retry: false,
  });
  const [told, setTold] = useState<string | null>(null);
  useEffect(() => onPush('version', ({ version }) => setTold(version)), []);
  return data !== undefined && data.loaded !== (told ?? data.now);
}

/** Lines above the top bar that wait for the person: never forced while something is being edited. */
export function Banners({ isStale }: { isStale: boolean }) {
  const hasUpdate = useUpdate();
  const text = isStale ? '当前页面已不在菜单中，请保存后点击刷新' : hasUpdate ? '有新版本，点击刷新' : null;
  if (text === null) return null;
  return (
    <button type="button" className="banner" onClick={() => window.location.reload()}>
      {text}
    </button>
  );
}
