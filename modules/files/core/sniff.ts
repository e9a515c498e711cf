/** Extensions that may be uploaded, with the type under which they are given back. */
export const CONTENT_TYPES = {
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  txt: 'text/plain; charset=utf-8',
  pdf: 'application/pdf',
  apk: 'application/vnd.android.package-archive',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
} as const;
export type Extension = keyof typeof CONTENT_TYPES;

/** The extension of a file name if it may be uploaded, else null. */
export function extensionOf(fileName: string): Extension | null {
  const found = /\.([a-z]{2,5})$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(CONTENT_TYPES, found) ? (found as Extension) : null;
}

/** Types a browser shows by itself and that cannot carry script in our origin; everything else is saved. */
export const isInline = (extension: string): boolean => ['png', 'jpg', 'jpeg', 'gif', 'webp', 'pdf'].includes(extension);

const startsWith = (bytes: Uint8Array, ...head: number[]): boolean => head.every((byte, i) => bytes[i] === byte);
const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

const isOle = (bytes: Uint8Array): boolean => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);

/** The stream names of the old Office formats; they are stored as UTF-16. */
const OLE_STREAMS = { doc: ['WordDocument'], xls: ['Workbook', 'Book'], ppt: ['PowerPoint Document'] };
const hasUtf16 = (bytes: Uint8Array, text: string): boolean => {
  const wanted = [...text].flatMap((char) => [char.charCodeAt(0), 0]);
  for (let at = bytes.indexOf(wanted[0] ?? 0); at !== -1; at = bytes.indexOf(wanted[0] ?? 0, at + 1))
    if (wanted.every((byte, i) => bytes[at + i] === byte)) return true;
  return false;
};

/** The part that a zip-based format must contain. */
const ZIP_PARTS = { docx: 'word/document.xml', xlsx: 'xl/workbook.xml', pptx: 'ppt/presentation.xml', apk: 'AndroidManifest.xml' };

function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  for (const encoding of ['utf-8', 'gbk']) {
    try {
      new TextDecoder(encoding, { fatal: true }).decode(bytes);
      return true;
    } catch {
      // the next encoding may fit
    }
  }
  return false;
}

/**
 * True when the content is what the extension says. `zipNames` are the entries of a zip file, null when it is none.
 */
export function contentFits(extension: Extension, bytes: Uint8Array, zipNames: readonly string[] | null): boolean {
  switch (extension) {
    case 'png':
      return startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) && ascii(bytes, 12, 16) === 'IHDR';
    case 'jpg':
    case 'jpeg':
      return startsWith(bytes, 0xff, 0xd8, 0xff);
    case 'gif':
      return ['GIF87a', 'GIF89a'].includes(ascii(bytes, 0, 6));
    case 'webp':
      return ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP';
    case 'pdf':
      return ascii(bytes, 0, 5) === '%PDF-';
    case 'txt':
      return isText(bytes);
    case 'doc':
    case 'xls':
    case 'ppt':
      return isOle(bytes) && OLE_STREAMS[extension].some((name) => hasUtf16(bytes, name));
    case 'docx':
    case 'xlsx':
    case 'pptx':
      return zipNames !== null && zipNames.includes('[Content_Types].xml') && zipNames.includes(ZIP_PARTS[extension]);
    case 'apk':
      return zipNames !== null && zipNames.includes(ZIP_PARTS.apk);
  }
}
