/** Largest thumbnail that is stored; lists send one with each of their rows. */
export const MAX_PICTURE_BYTES = 60 * 1024;
/** A side of a picture at most: a small file may unfold to an image that fills the memory of whoever opens the list. */
const MAX_SIDE = 1200;

/** Whether a thumbnail is a picture of data, not a schematic of the platform. */
export const isTaken = (thumbnail: string | null): boolean => thumbnail !== null && !thumbnail.startsWith('data:image/svg+xml,');

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
const big = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
const little = (bytes: Uint8Array, at: number): number => ((bytes[at + 1] ?? 0) << 8) | (bytes[at] ?? 0);
const little24 = (bytes: Uint8Array, at: number): number => ((bytes[at + 2] ?? 0) << 16) | little(bytes, at);

type Sides = readonly [width: number, height: number];

function sidesOfPng(bytes: Uint8Array): Sides | null {
  if (ascii(bytes, 0, 8) !== '\u0089PNG\r\n\u001a\n' || ascii(bytes, 12, 16) !== 'IHDR') return null;
  const isSmall = big(bytes, 16) === 0 && big(bytes, 20) === 0;
  return isSmall ? [big(bytes, 18), big(bytes, 22)] : [Infinity, Infinity];
}

function sidesOfWebp(bytes: Uint8Array): Sides | null {
  if (ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 12) !== 'WEBP') return null;
  switch (ascii(bytes, 12, 16)) {
    case 'VP8 ':
      return [little(bytes, 26) & 0x3fff, little(bytes, 28) & 0x3fff];
    case 'VP8L': {
      const bits = little(bytes, 21) | (little(bytes, 23) << 16);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    case 'VP8X':
      return [little24(bytes, 24) + 1, little24(bytes, 27) + 1];
    default:
      return null;
  }
}

/** Reads the frame header (SOF) behind the segments before it. */
function sidesOfJpeg(bytes: Uint8Array): Sides | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + big(bytes, at + 2)) {
    const marker = bytes[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [big(bytes, at + 7), big(bytes, at + 5)];
  }
  return null;
}

const SIDES: Readonly<Record<string, (bytes: Uint8Array) => Sides | null>> = { png: sidesOfPng, webp: sidesOfWebp, jpeg: sidesOfJpeg };

/**
 * Whether a data address is a picture that may be stored: PNG, WebP or JPEG by its bytes, which are of the type that it names, small in
 * bytes and in pixels.
 */
export function isStorablePicture(address: string): boolean {
  const [, type = '', text = ''] = /^data:image\/(png|webp|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/.exec(address) ?? [];
  if (text === '' || text.length % 4 !== 0 || (text.length / 4) * 3 > MAX_PICTURE_BYTES + 2) return false;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const sides = SIDES[type]?.(bytes);
  return bytes.length <= MAX_PICTURE_BYTES && !!sides && sides.every((side) => side > 0 && side <= MAX_SIDE);
}
