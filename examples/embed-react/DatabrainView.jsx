import { useEffect, useRef } from 'react';

const loading = new Map();
/** The SDK of an installation, loaded once. */
function sdkOf(server) {
  if (!loading.has(server)) loading.set(server, import(/* @vite-ignore */ `${server}/sdk/databrain-embed.mjs`));
  return loading.get(server);
}

/** A board, chart or screen in a React page. `getToken` should stay the same function between renders. */
export function DatabrainView({ server, getToken, filters, theme, onLoad, onError, onEvent }) {
  const container = useRef(null);
  const view = useRef(null);
  const latest = useRef({});
  // before the effect below, which reads it
  useEffect(() => {
    latest.current = { filters, onLoad, onError, onEvent };
  });
  useEffect(() => {
    let isGone = false;
    sdkOf(server).then(
      ({ embed }) => {
        if (isGone) return;
        view.current = embed({
          container: container.current,
          server,
          getToken,
          theme,
          filters: latest.current.filters,
          onLoad: (content) => latest.current.onLoad?.(content),
          onError: (error) => latest.current.onError?.(error),
          onEvent: (event) => latest.current.onEvent?.(event),
        });
      },
      (error) => latest.current.onError?.(error),
    );
    return () => {
      isGone = true;
      view.current?.destroy();
      view.current = null;
    };
  }, [server, getToken, theme]);
  useEffect(() => {
    view.current?.setFilters(filters ?? {});
  }, [filters]);
  return <div ref={container} />;
}
