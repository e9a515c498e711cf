import type { ReactNode } from 'react';
import { toastHost } from './toast.ts';
import { uiTexts } from './ui-texts.ts';

export { toast } from './toast.ts';

/** A question waiting in `ConfirmHost`. */
export interface Question extends Omit<Ask, 'onOk' | 'cancelText'> {
  title: string;
  okText: string;
  /** null = a notice: there is nothing to refuse */
  cancelText: string | null;
  onOk: () => Promise<void>;
  onCancel: () => void;
}
let ask: ((question: Question) => void) | null = null;

/** Registers `ConfirmHost`; null on unmount. */
export const setQuestionHost = (host: typeof ask): void => {
  ask = host;
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
  /** the verb of what happens: 删除, 禁用, 发布; never 确定, which says nothing to whoever reads only the buttons */
  okText: string;
  cancelText?: string;
  /** something is lost: focus starts on 取消, so that an accidental key press loses nothing */
  danger?: boolean;
  /** runs before the dialog closes; its button shows a spinner meanwhile. A rejection keeps the dialog open */
  onOk?: () => Promise<unknown> | void;
}

/** The standard question: 系统提示, 取消 and a verb; answers true when the person agreed. */
export const confirmDialog = ({
  content,
  title = uiTexts.prompt,
  okText,
  cancelText = uiTexts.cancel,
  danger,
  onOk,
}: Ask): Promise<boolean> =>
  new Promise((resolve) => {
    if (!ask) return resolve(false);
    ask({
      title,
      content,
      okText,
      cancelText,
      danger,
      onOk: async () => {
        await onOk?.();
        resolve(true);
      },
      onCancel: () => resolve(false),
    });
  });

/** The question before something is lost: red verb, focus on 取消. `onOk` runs before the dialog closes. */
export const confirmLoss = (okText: string, content: ReactNode, onOk?: Ask['onOk']): Promise<boolean> =>
  confirmDialog({ content, okText, danger: true, ...(onOk ? { onOk } : {}) });

/** A modal notice that stays until acknowledged. */
export const noticeDialog = ({ title, content }: { title: string; content: ReactNode }): void =>
  ask?.({ title, content, okText: uiTexts.ok, cancelText: null, onOk: async () => undefined, onCancel: () => undefined });
