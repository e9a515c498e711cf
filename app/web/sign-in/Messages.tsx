import { ConfigProvider } from 'antd';
import { MessageHost } from '#kit/web/MessageHost.tsx';
import { providerProps } from '#kit/web/theme.ts';
import { useTheme } from '#kit/web/use-theme.ts';

/** The place for short messages of the entry page; comes with the first of them. */
export default function Messages() {
  const theme = useTheme();
  return (
    <ConfigProvider theme={theme} {...providerProps}>
      <MessageHost />
    </ConfigProvider>
  );
}
