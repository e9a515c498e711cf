import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

const POLL_MS = 60_000;

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
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
    retry: false,
  });
  return data !== undefined && data.loaded !== data.now;
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
