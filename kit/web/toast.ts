import type { MessageInstance } from 'antd/es/message/interface.js';

type Told = Parameters<MessageInstance['open']>[0];

let host: MessageInstance | null = null;
let onWaiting: (() => void) | null = null;
const waiting: Told[] = [];

/** Where short messages appear, null while nowhere. */
export const toastHost = (): MessageInstance | null => host;

/** The place for messages hands itself over, null when it goes; what waited for it is shown. */
export function setToastHost(next: MessageInstance | null): void {
  host = next;
  if (next) for (const told of waiting.splice(0)) void next.open(told);
}

/** For a page that brings the place for messages only when there is one: from now on messages wait for it. Null ends that. */
export const whenToastWaits = (tell: (() => void) | null): void => {
  onWaiting = tell;
};

const show = (type: 'success' | 'error' | 'warning' | 'info') => (text: string, seconds?: number) => {
  // the same sentence twice on the screen says nothing more
  const told: Told = { type, content: text, key: `${type}:${text}`, duration: seconds };
  if (host) return void host.open(told);
  if (!onWaiting) return;
  waiting.push(told);
  onWaiting();
};
/** Short messages at the top of the screen. Apart from dialog.tsx, which brings the library that draws them. */
export const toast = {
  success: show('success'),
  error: show('error'),
  warning: show('warning'),
  info: show('info'),
};
