import { message } from 'antd';
import { useLayoutEffect } from 'react';
import { setToastHost } from './toast.ts';

/** Portal for toasts, mounted once below the theme provider. Loaded after the first paint; earlier toasts are queued (toast.ts). */
export function MessageHost() {
  const [api, holder] = message.useMessage({ maxCount: 3 });
  useLayoutEffect(() => {
    setToastHost(api);
    return () => setToastHost(null);
  }, [api]);
  return holder;
}
