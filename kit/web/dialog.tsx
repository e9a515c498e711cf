import type { HookAPI } from 'antd/es/modal/useModal/index.js';
import type { ReactNode } from 'react';
import { toastHost } from './toast.ts';
import { uiTexts } from './ui-texts.ts';

export { toast } from './toast.ts';

let modals: HookAPI | null = null;

/** Registers the modal API of `ConfirmHost`; null on unmount. */
export const setModals = (api: HookAPI | null): void => {
  modals = api;
};

const OFFER_SECONDS = 8;

/** A toast with one action: `offer('删除成功', '撤销', undo)`. Closes after eight seconds or once the action ran. */
export const offer = (text: string, label: string, act: () => unknown): void => {
  const key = `offer:${text}`;
  const take = () => {
    toastHost()?.destroy(key);
    act();
  };
  const content = (
    <>
      {text}
      <button type="button" className="offer" onClick={take}>
        {label}
      </button>
    </>
  );
  void toastHost()?.open({ type: 'success', content, key, duration: OFFER_SECONDS });
};

interface Ask {
  content: ReactNode;
  title?: string;
  okText?: string;
  cancelText?: string;
  danger?: boolean;
  /** focus starts on 取消, so that an accidental key press loses nothing */
  isSafer?: boolean;
  /** runs before the dialog closes; its button shows a spinner meanwhile */
  onOk?: () => Promise<unknown> | void;
}

/** The standard question 系统提示 / 确定 / 取消; answers true when the person agreed. */
export const confirmDialog = ({
  content,
  title = uiTexts.prompt,
  okText = uiTexts.ok,
  cancelText = uiTexts.cancel,
  danger,
  isSafer = false,
  onOk,
}: Ask): Promise<boolean> =>
  new Promise((resolve) => {
    if (!modals) return resolve(false);
    modals.confirm({
      title,
      content,
      okText,
      cancelText,
      okButtonProps: { danger },
      focusable: { autoFocusButton: isSafer ? 'cancel' : 'ok' },
      onOk: async () => {
        await onOk?.();
        resolve(true);
      },
      onCancel: () => resolve(false),
    });
  });

/** A modal notice that stays until acknowledged. */
export const noticeDialog = ({ title, content }: { title: string; content: ReactNode }): void => {
  modals?.warning({ title, content, okText: uiTexts.ok });
};
