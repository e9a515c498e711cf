import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import zhCNModule from 'antd/es/locale/zh_CN.js';
import { useMemo, type ReactNode } from 'react';
import { useColorMode } from '#kit/web/color-mode.ts';
import { useCan } from '#kit/web/can.tsx';
import { ChangeSource, type ChangeLoader } from '#kit/web/detail/ChangeTimeline.tsx';
import { DialogHost } from '#kit/web/dialog.tsx';
import { DictSource, type DictLoader } from '#kit/web/dict/use-dict.ts';
import { PreferenceProvider, type PreferenceStore } from '#kit/web/preferences/use-preference.ts';
import { CallError } from '#kit/web/send.ts';
import { providerProps, themeOf } from '#kit/web/theme.ts';
import { api } from './api.ts';
import { Overlay } from './Overlay.tsx';

// typed as CommonJS, bundled as a module: the bundler gives the locale itself
const zhCN = zhCNModule as unknown as (typeof zhCNModule)['default'];

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      // an answer that says no says it again; only a lost connection is worth a second try
      retry: (failures, error) => error instanceof CallError && error.key === 'client.noResponse' && failures < 1,
    },
  },
});

const preferences: PreferenceStore = {
  read: async (key) => (await api.profile.preference({ params: { key } }, { quiet: true })).value,
  write: (key, value) => api.profile.savePreference({ params: { key }, body: { value: value as never } }, { quiet: true, overlay: false }),
};
const loadDict: DictLoader = (code) => api.dict.code({ params: { code } }, { quiet: true });

const loadChanges: ChangeLoader = (entityId) => api.operLog.changes({ query: { entityId } }, { quiet: true });

/** What every page may rely on: language, theme, server state, dialogs, preferences, dictionaries. */
export function Providers({ children }: { children: ReactNode }) {
  const mode = useColorMode();
  const can = useCan();
  const theme = useMemo(() => themeOf(mode), [mode]);
  return (
    <ConfigProvider locale={zhCN} theme={theme} {...providerProps}>
      <App component={false} message={{ maxCount: 3 }}>
        <DialogHost />
        <Overlay />
        <QueryClientProvider client={queryClient}>
          <PreferenceProvider value={preferences}>
            <DictSource value={loadDict}>
              <ChangeSource value={can(api.operLog.changes) ? loadChanges : null}>{children}</ChangeSource>
            </DictSource>
          </PreferenceProvider>
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  );
}
