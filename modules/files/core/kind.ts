import { FILE_KINDS, type FileKind } from '../contract/file.ts';

/** What people call the kinds of files. */
export const KIND_LABELS: Readonly<Record<FileKind | 'other', string>> = {
  image: '图片',
  pdf: 'PDF',
  word: '文档',
  excel: '表格',
  slide: '演示文稿',
  text: '文本',
  apk: '安装包',
  other: '其他',
};

/** The kind of a stored file, from the ending of its name. */
export function kindOf(fileName: string): FileKind | 'other' {
  const ending = fileName.split('.').at(-1) ?? '';
  const found = Object.entries(FILE_KINDS).find(([, endings]) => (endings as readonly string[]).includes(ending));
  return (found?.[0] as FileKind | undefined) ?? 'other';
}
