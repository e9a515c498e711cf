import type { ImportMode, WrongRows } from '#kit/contract/excel.ts';
import { offer } from '../dialog.tsx';
import { upload } from '../send.ts';
import type { AnyCall } from '../table/types.ts';

/** Where people find what runs in the background. */
const CENTRE = '/user/exports';

/** Starts a background export and links to it. Rejects after the transport has shown the error. */
export async function queueExport(
  job: AnyCall,
  options: { label: string; rows: number | null; body: Record<string, unknown> },
  go: (path: string) => void,
): Promise<void> {
  // sorting is not part of an export
  const { sort: _sort, ...body } = options.body;
  await job({ body: { ...body, expectedRows: options.rows } });
  offer(`${options.label}正在后台导出，完成后会通知您`, '查看我的导出', () => go(CENTRE));
}

/** Uploads a file for a background import and links to it. */
export async function queueImport(
  job: AnyCall,
  options: { label: string; file: File; mode?: ImportMode; wrongRows?: WrongRows },
  go: (path: string) => void,
): Promise<void> {
  const query = { ...(options.mode && { mode: options.mode }), ...(options.wrongRows && { wrongRows: options.wrongRows }) };
  await upload(job, options.file, { args: { query } });
  offer(`${options.label}正在后台校验和导入，完成后会通知您`, '查看我的导出', () => go(CENTRE));
}
