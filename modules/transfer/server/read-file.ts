import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { isDeep } from '#kit/core/loose.ts';
import { FILE_VERSION, FileHead, keyOf, TransferFile, type FileDocument } from '../contract/file.ts';
import { reservedName } from '../core/index.ts';
import { LABELS } from './rights.ts';

const refused = (message: string): AppError => new AppError('input.invalid', message, [{ path: 'content', message }]);

/** Where in the file something is wrong, as people find it. */
function placeOf(parsed: unknown, path: readonly PropertyKey[]): string {
  const [list, at] = path;
  const documents = (parsed as { documents?: unknown }).documents;
  const one =
    list === 'documents' && typeof at === 'number' && Array.isArray(documents) ? (documents[at] as Partial<FileDocument> | null) : null;
  const label = one?.kind !== undefined && Object.hasOwn(LABELS, one.kind) ? LABELS[one.kind] : '内容';
  if (one !== null && one !== undefined)
    return `第${Number(at) + 1}个内容（${label}${typeof one.name === 'string' ? `“${one.name.slice(0, 64)}”` : ''}）的 ${path.slice(2).join('.')}`;
  return path.join('.');
}
const problemOf = (parsed: unknown, { issues: [issue] }: z.ZodError): string => {
  if (!issue) return '文件内容不正确';
  return issue.path.length > 1 ? `${placeOf(parsed, issue.path)}：${issue.message}` : issue.message;
};

/** A file of definitions. Throws input.invalid with a sentence for whatever else it is. */
export function readTransferFile(content: string): TransferFile {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch {
    throw refused('文件不是有效的 JSON，请选择由“导出定义”得到的文件');
  }
  if (isDeep(parsed)) throw refused('文件内容嵌套过深，不是可视化定义的导出文件');
  const head = FileHead.safeParse(parsed);
  if (!head.success) throw refused('不是可视化定义的导出文件，请选择由“导出定义”得到的文件');
  if (head.data.v > FILE_VERSION) throw refused('文件由更新版本的平台导出，当前版本不能导入，请升级平台后重试');
  const reserved = reservedName(parsed);
  if (reserved !== null) throw refused(`文件含有不允许的名称“${reserved}”`);
  const file = TransferFile.safeParse(parsed);
  if (!file.success) throw refused(problemOf(parsed, file.error));
  const keys = new Set<string>();
  for (const one of file.data.documents) {
    if (keys.has(keyOf(one))) throw refused(`文件中${LABELS[one.kind]}“${one.name}”的编号与其他内容重复`);
    keys.add(keyOf(one));
  }
  const sources = new Set(file.data.sources.map(({ key }) => key));
  if (sources.size < file.data.sources.length) throw refused('文件中的数据源编号重复');
  for (const one of file.data.documents)
    if (one.kind === 'dataset' && one.source !== null && !sources.has(one.source))
      throw refused(`数据集“${one.name}”的数据源“${one.source}”不在文件的数据源清单中`);
  return file.data;
}
