/** Defaults of both uploads. */
export const UPLOAD_LIMIT = 5;
export const UPLOAD_MAX_MB = 10;
export const DOCUMENT_TYPES = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt', 'pdf', 'apk'] as const;
export const IMAGE_TYPES = ['pdf', 'png', 'jpg', 'jpeg'] as const;
/** Edge of a thumbnail and width of the preview dialog, in pixels. */
export const THUMB_PX = 30;
export const PREVIEW_PX = 800;

/** What people read when a file is not taken. */
export const uploadTexts = {
  documentHint: (maxMB: number, types: readonly string[]) => `请上传 大小不超过${maxMB}MB 格式为${types.join('/')} 的文件`,
  imageType: (types: readonly string[]) => `文件格式不正确, 请上传${types.join('/')}图片格式文件!`,
  imageSize: (maxMB: number) => `上传头像图片大小不能超过 ${maxMB} MB!`,
  tooMany: (limit: number) => `上传文件数量不能超过 ${limit} 个!`,
  imageFailed: '上传图片失败，请重试',
  imageLoading: '正在上传图片，请稍候...',
} as const;

type Candidate = Pick<File, 'name' | 'type' | 'size'>;
const extensionOf = (name: string): string => (name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '');
const isSmaller = (file: Candidate, maxMB: number): boolean => file.size < maxMB * 1_048_576;

/** Validates a document by extension and size; others are silently skipped. */
export const fitsDocument = (file: Candidate, types: readonly string[], maxMB: number): boolean =>
  types.includes(extensionOf(file.name)) && isSmaller(file, maxMB);

/** Validation message for an image, null when valid. Matches the MIME type or the extension. */
export function imageFault(file: Candidate, types: readonly string[], maxMB: number): string | null {
  const extension = extensionOf(file.name);
  const isType = types.some((type) => file.type.includes(type) || extension.includes(type));
  if (!isType) return uploadTexts.imageType(types);
  return isSmaller(file, maxMB) ? null : uploadTexts.imageSize(maxMB);
}

/** `a.png,b.pdf` ↔ list of names. */
export const namesOf = (value: string | null | undefined): string[] => (value ?? '').split(',').filter(Boolean);
