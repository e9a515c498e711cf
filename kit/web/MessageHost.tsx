import { message } from 'antd';
import { useLayoutEffect } from 'react';
import { setToastHost } from './toast.ts';

/** Where short messages appear; sits once below the theme. Loads after the first picture: what is said before waits for it (toast.ts). */
export function MessageHost() {
  const [api, holder] = message.useMessage({ maxCount: 3 });
  useLayoutEffect(() => {
    setToastHost(api);
    return () => setToastHost(null);
  }, [api]);
  return holder;
}
