import { ObjectFailed } from '#kit/web/parts/ObjectFailed.tsx';
import type { CallError } from '#kit/web/send.ts';

/** Why a board is not shown, with a way on. */
export const BoardMissing = ({ error, retry }: { error: CallError; retry: () => void }) => (
  <ObjectFailed error={error} noun="看板" back={{ to: '/home', text: '返回首页' }} onRetry={retry} />
);
