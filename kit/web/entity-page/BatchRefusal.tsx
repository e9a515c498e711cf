import type { ReactNode } from 'react';
import { noticeDialog, toast } from '../dialog.tsx';
import { CallError } from '../send.ts';
import { uiTexts } from '../ui-texts.ts';

interface Line {
  path: string;
  message: string;
}

const isLine = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Line>).message === 'string';

/** Per-row messages of a rejected batch, if the server sent them. */
export function refusedRows(error: unknown): readonly string[] {
  if (!(error instanceof CallError) || !Array.isArray(error.detail)) return [];
  return error.detail.filter(isLine).map((line) => line.message);
}

const Lines = ({ lines }: { lines: readonly string[] }): ReactNode => (
  <ul className="refused-rows">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

/** Dialog listing every row that blocked a batch of `total` rows; the server's message names only five. */
export function notifyRefused(error: unknown, total: number): void {
  const lines = refusedRows(error);
  if (lines.length > 0) noticeDialog({ title: `${total} 条中有 ${lines.length} 条不能处理，全部未修改`, content: <Lines lines={lines} /> });
  else toast.error(error instanceof CallError ? error.message : uiTexts.requestError);
}
