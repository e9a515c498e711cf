import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useVisibleRule } from '../guard/use-visible-rule.ts';
import { api } from '../api.ts';

const POLL_MS = 60_000;

/** True once the server runs another version than the one this page was loaded from. */
function useUpdate(): boolean {
  const [first, setFirst] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: ['app.version'],
    queryFn: ({ signal }) => api.site.site({}, { signal, quiet: true }),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
    retry: false,
  });
  const version = data?.version ?? null;
  useEffect(() => {
    if (first === null && version !== null) setFirst(version);
  }, [first, version]);
  return first !== null && version !== null && first !== version;
}

/** Lines above the top bar that wait for the person: never forced while something is being edited. */
export function Banners() {
  const hasUpdate = useUpdate();
  const isStale = useVisibleRule();
  const text = isStale ? '当前页面已不在菜单中，请保存后点击刷新' : hasUpdate ? '有新版本，点击刷新' : null;
  if (text === null) return null;
  return (
    <button type="button" className="banner" onClick={() => window.location.reload()}>
      {text}
    </button>
  );
}
