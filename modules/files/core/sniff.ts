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

/** True when the first bytes (at least 16, if there are so many) are those of the type. Text has none of its own. */
export function headFits(extension: Extension, head: Uint8Array): boolean {
  switch (extension) {
    case 'png':
      return startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) && ascii(head, 12, 16) === 'IHDR';
    case 'jpg':
    case 'jpeg':
      return startsWith(head, 0xff, 0xd8, 0xff);
    case 'gif':
      return ['GIF87a', 'GIF89a'].includes(ascii(head, 0, 6));
    case 'webp':
      return ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP';
    case 'pdf':
      return ascii(head, 0, 5) === '%PDF-';
    case 'doc':
    case 'xls':
    case 'ppt':
      return startsWith(head, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
    case 'docx':
    case 'xlsx':
    case 'pptx':
    case 'apk':
      return startsWith(head, 0x50, 0x4b, 0x03, 0x04);
    case 'txt':
      return true;
  }
}

/** The parts that a zip-based format must contain; null for other types. */
export const zipParts = (extension: Extension): readonly string[] | null => {
  const own = { docx: 'word/document.xml', xlsx: 'xl/workbook.xml', pptx: 'ppt/presentation.xml' };
  if (extension === 'apk') return ['AndroidManifest.xml'];
  return Object.hasOwn(own, extension) ? ['[Content_Types].xml', own[extension as keyof typeof own]] : null;
};

const MARKUP = /<(?:!doctype|html|head|body|script|svg|iframe|\?php)/i;
const END_OF_ZIP = [0x50, 0x4b, 0x05, 0x06];

/** True when a zip directory ends exactly at the end of the bytes: the file is (also) an archive. */
function endsAsZip(tail: Uint8Array): boolean {
  for (let at = tail.length - 22; at >= 0; at--)
    if (END_OF_ZIP.every((byte, i) => tail[at + i] === byte)) {
      const comment = (tail[at + 20] ?? 0) + (tail[at + 21] ?? 0) * 256;
      if (at + 22 + comment === tail.length) return true;
    }
  return false;
}

/**
 * True when a picture or PDF is something else as well: an archive behind it, or, for pictures, markup at its beginning or end.
 * `head` and `tail` are the first bytes and the last 65,557, as far as a zip directory can lie from the end.
 */
export function isPolyglot(extension: Extension, head: Uint8Array, tail: Uint8Array): boolean {
  if (!isInline(extension)) return false;
  if (endsAsZip(tail)) return true;
  return extension !== 'pdf' && (MARKUP.test(latin(head.subarray(0, 1024))) || MARKUP.test(latin(tail.subarray(-1024))));
}

const latin = (bytes: Uint8Array): string => ascii(bytes, 0, bytes.length);

/** Incremental check of content: `push` each chunk, then `fits` is the result. */
export interface ContentSniffer {
  push(bytes: Uint8Array): void;
  fits(): boolean;
}

/** Text: without NUL, and valid as UTF-8 or as GBK. */
export function textSniffer(): ContentSniffer {
  const decoders = ['utf-8', 'gbk'].map((encoding) => ({ decoder: new TextDecoder(encoding, { fatal: true }), isValid: true }));
  let hasNul = false;
  const decode = (bytes: Uint8Array, stream: boolean) => {
    for (const each of decoders)
      if (each.isValid)
        try {
          each.decoder.decode(bytes, { stream });
        } catch {
          each.isValid = false;
        }
  };
  return {
    push(bytes) {
      hasNul ||= bytes.includes(0);
      if (!hasNul) decode(bytes, true);
    },
    fits() {
      decode(new Uint8Array(), false);
      return !hasNul && decoders.some((each) => each.isValid);
    },
  };
}

/** The stream names of the old Office formats; they are stored as UTF-16. */
const OLE_STREAMS = { doc: ['WordDocument'], xls: ['Workbook', 'Book'], ppt: ['PowerPoint Document'] };

const indexOf = (bytes: Uint8Array, wanted: readonly number[]): number => {
  for (let at = bytes.indexOf(wanted[0] ?? 0); at !== -1; at = bytes.indexOf(wanted[0] ?? 0, at + 1))
    if (wanted.every((byte, i) => bytes[at + i] === byte)) return at;
  return -1;
};

/** An old Office file: names one of the streams that belong to the extension. */
export function oleSniffer(extension: 'doc' | 'xls' | 'ppt'): ContentSniffer {
  const names = OLE_STREAMS[extension].map((name) => [...name].flatMap((char) => [char.charCodeAt(0), 0]));
  const overlap = Math.max(...names.map((name) => name.length)) - 1;
  let end = new Uint8Array();
  let isFound = false;
  return {
    push(bytes) {
      if (isFound) return;
      const joined = new Uint8Array(end.length + bytes.length);
      joined.set(end);
      joined.set(bytes, end.length);
      isFound = names.some((name) => indexOf(joined, name) !== -1);
      end = joined.slice(-overlap);
    },
    fits: () => isFound,
  };
}

/** The check that needs the whole content of a type; null where head and archive directory suffice. */
export const lookerOf = (extension: Extension): ContentSniffer | null =>
  extension === 'txt' ? textSniffer() : extension === 'doc' || extension === 'xls' || extension === 'ppt' ? oleSniffer(extension) : null;

const MB = 1_048_576;
/** Most bytes that may come out of an archive of `size` bytes: 100 times its size, and beyond 200 MB only four times. */
export const inflateBudget = (size: number): number => Math.max(MB, Math.min(100 * size, Math.max(200 * MB, 4 * size)));
