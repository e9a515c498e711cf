import { App } from 'antd';
import { useLayoutEffect, type ReactNode } from 'react';
import { words } from './words.ts';

let antd: ReturnType<typeof App.useApp> | null = null;

/** Hands antd's messages and dialogs to code outside components; sits once below `<App>`. */
export function DialogHost() {
  const app = App.useApp();
  useLayoutEffect(() => {
    antd = app;
    return () => {
      antd = null;
    };
  }, [app]);
  return null;
}

const show = (kind: 'success' | 'error' | 'warning' | 'info') => (text: string) => {
  // the same sentence twice on the screen says nothing more
  void antd?.message.open({ type: kind, content: text, key: `${kind}:${text}` });
};
/** Short messages at the top of the screen. */
export const toast = {
  success: show('success'),
  error: show('error'),
  warning: show('warning'),
  info: show('info'),
};

interface Ask {
  content: ReactNode;
  title?: string;
  okText?: string;
  cancelText?: string;
  danger?: boolean;
  /** runs before the dialog closes; the button shows that it is busy */
  onOk?: () => Promise<unknown> | void;
}

/** The standard question 系统提示 / 确定 / 取消; answers true when the person agreed. */
export const confirmDialog = ({
  content,
  title = words.prompt,
  okText = words.ok,
  cancelText = words.cancel,
  danger,
  onOk,
}: Ask): Promise<boolean> =>
  new Promise((resolve) => {
    if (!antd) return resolve(false);
    antd.modal.confirm({
      title,
      content,
      okText,
      cancelText,
      okButtonProps: { danger },
      onOk: async () => {
        await onOk?.();
        resolve(true);
      },
      onCancel: () => resolve(false),
    });
  });
