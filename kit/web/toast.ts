import type { MessageInstance } from 'antd/es/message/interface.js';

type ToastMessage = Parameters<MessageInstance['open']>[0];

let host: MessageInstance | null = null;
let onWaiting: (() => void) | null = null;
const waiting: ToastMessage[] = [];

/** The mounted toast portal, null while there is none. */
export const toastHost = (): MessageInstance | null => host;

/** Registers the toast portal, null on unmount; queued toasts are shown. */
export function setToastHost(next: MessageInstance | null): void {
  host = next;
  if (next) for (const message of waiting.splice(0)) void next.open(message);
}

/** For entry pages that mount the portal on demand: called when a toast is queued. Null unregisters. */
export const whenToastWaits = (notify: (() => void) | null): void => {
  onWaiting = notify;
};

const show = (type: 'success' | 'error' | 'warning' | 'info') => (text: string, seconds?: number) => {
  // keyed, so that the same message is not shown twice at once
  const message: ToastMessage = { type, content: text, key: `${type}:${text}`, duration: seconds };
  if (host) return void host.open(message);
  if (!onWaiting) return;
  waiting.push(message);
  onWaiting();
};
/** Short messages at the top of the screen. Separate from dialog.tsx, which imports the library that renders them. */
export const toast = {
  success: show('success'),
  error: show('error'),
  warning: show('warning'),
  info: show('info'),
};
