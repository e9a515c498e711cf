import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider, type ConfigProviderProps } from 'antd';
import zhCNModule from 'antd/es/locale/zh_CN.js';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { loadPart } from '#kit/web/lazy-part.ts';
import { CallError } from '#kit/web/send.ts';
import { providerProps } from '#kit/web/theme.ts';
import { whenToastWaits } from '#kit/web/toast.ts';
import { useTheme } from '#kit/web/use-theme.ts';
import { Overlay } from './Overlay.tsx';

// typed as CommonJS, bundled as a module: the bundler gives the locale itself
const zhCN = zhCNModule as unknown as (typeof zhCNModule)['default'];

export const queryClient = new QueryClient({
  defaultOptions: {
    // without a connection a call fails at once and says so; waiting in silence, to be sent later, would surprise
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnWindowFocus: false,
      // an answer that says no says it again; only a lost connection is worth a second try
      retry: (failures, error) => error instanceof CallError && error.key === 'client.noResponse' && failures < 1,
    },
  },
});

// comes by itself after the first picture; what is said before then waits
const MessageHost = lazy(() => loadPart(() => import('#kit/web/MessageHost.tsx')).then((part) => ({ default: part.MessageHost })));

// the star stands behind the label, as in the drawers (kit/web/form)
const formWords: ConfigProviderProps['form'] = {
  requiredMark: (label, { required }) => (
    <>
      {label}
      {required && <span className="form-mark">*</span>}
    </>
  ),
};

/** What every page may rely on: language, theme, server state, messages. */
export function Providers({ children }: { children: ReactNode }) {
  const theme = useTheme();
  useEffect(() => {
    whenToastWaits(() => undefined);
    return () => whenToastWaits(null);
  }, []);
  return (
    <ConfigProvider locale={zhCN} theme={theme} form={formWords} {...providerProps}>
      <Suspense fallback={null}>
        <MessageHost />
      </Suspense>
      <Overlay />
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </ConfigProvider>
  );
}
