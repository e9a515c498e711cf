import { ConfigProvider } from 'antd';
import { useMemo } from 'react';
import { useColorMode } from '#kit/web/color-mode.ts';
import { MessageHost } from '#kit/web/MessageHost.tsx';
import { providerProps, themeOf } from '#kit/web/theme.ts';

/** The place for short messages of the entry page; comes with the first of them. */
export default function Messages() {
  const mode = useColorMode();
  const theme = useMemo(() => themeOf(mode), [mode]);
  return (
    <ConfigProvider theme={theme} {...providerProps}>
      <MessageHost />
    </ConfigProvider>
  );
}
