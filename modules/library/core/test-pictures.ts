interface Size {
  width?: number;
  height?: number;
  /** length of the whole file */
  bytes?: number;
}
const filled = (head: readonly number[], bytes: number): Uint8Array => {
  const file = new Uint8Array(Math.max(bytes, head.length));
  file.set(head);
  return file;
};
const address = (type: string, file: Uint8Array): string => `data:image/${type};base64,${btoa(String.fromCharCode(...file))}`;
const big4 = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const letters = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

/** Addresses of files that begin as pictures of their type do; what follows is empty. */
export const png = ({ width = 576, height = 300, bytes = 90 }: Size = {}): string =>
  address(
    'png',
    filled([0x89, ...letters('PNG'), 13, 10, 26, 10, ...big4(13), ...letters('IHDR'), ...big4(width), ...big4(height)], bytes),
  );
export const webp = ({ width = 576, height = 300, bytes = 90 }: Size = {}): string =>
  address(
    'webp',
    filled(
      [
        ...letters('RIFF'),
        0,
        0,
        0,
        0,
        ...letters('WEBPVP8 '),
        ...Array.from({ length: 10 }, () => 0),
        width & 255,
        width >> 8,
        height & 255,
        height >> 8,
      ],
      bytes,
    ),
  );
export const jpeg = ({ width = 576, height = 300, bytes = 90 }: Size = {}): string =>
  address(
    'jpeg',
    filled([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255], bytes),
  );
export const svg = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}`;
