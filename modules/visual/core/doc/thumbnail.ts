const MOST_BYTES = 2 * 1024 * 1024;
const FORM = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/;

/** First bytes that tell the format of a picture, as base64 writes them. */
const isReally = (kind: string, base64: string): boolean => {
  if (kind === 'png') return base64.startsWith('iVBORw0KGgo');
  if (kind === 'jpeg') return base64.startsWith('/9j/');
  // RIFF, four bytes of length, WEBP
  return base64.startsWith('UklGR') && base64.slice(11, 16) === 'XRUJQ';
};

/**
 * What is wrong with a thumbnail (a data URL of a PNG, JPEG or WebP of 2 MB at most, whose content is what it says), null when nothing is.
 * Drawings (SVG) can carry scripts and are refused like everything else.
 */
export function thumbnailProblem(text: string): string | null {
  const found = FORM.exec(text);
  if (!found) return '缩略图应为 PNG、JPEG 或 WebP 图片';
  const [, kind, base64] = found as unknown as [string, string, string];
  if (base64.length * 0.75 > MOST_BYTES) return '缩略图不能超过2 MB';
  return isReally(kind, base64) ? null : '缩略图的内容与类型不符';
}
