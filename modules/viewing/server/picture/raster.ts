import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { ChineseFont } from './fonts.ts';

/** Pixels of the picture for one of the drawing. */
const SCALE = 2;
const PDF_SCALE = 2;
/** Points of paper for one pixel of a page. */
const POINT = 0.75;

export interface Drawing {
  readonly svg: string;
  readonly w: number;
  readonly h: number;
}
interface Raster {
  readonly width: number;
  readonly height: number;
  readonly png: () => Promise<Buffer>;
  /** four bytes a pixel */
  readonly pixels: () => Buffer;
}

const drawable = new Set<string>();

/** The library is loaded when the first picture is wanted: most servers of most days need none. */
async function rasterOf({ svg, w, h }: Drawing, font: ChineseFont, scale: number): Promise<Raster> {
  const { createCanvas, GlobalFonts, loadImage } = await import('@napi-rs/canvas');
  if (!drawable.has(font.file)) {
    GlobalFonts.registerFromPath(font.file, font.family);
    drawable.add(font.file);
  }
  const [width, height] = [Math.round(w * scale), Math.round(h * scale)];
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  pen.drawImage(await loadImage(Buffer.from(svg)), 0, 0, width, height);
  // encoding runs on a thread of its own
  return { width, height, png: () => canvas.encode('png'), pixels: () => Buffer.from(pen.getImageData(0, 0, width, height).data.buffer) };
}

export const pngOf = async (drawing: Drawing, font: ChineseFont): Promise<Buffer> => (await rasterOf(drawing, font, SCALE)).png();

const compress = promisify(deflate);

/** A document of one page for each drawing, as large as the drawing. */
export async function pdfOf(pages: readonly Drawing[], font: ChineseFont): Promise<Buffer> {
  const objects: Buffer[] = [Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'), Buffer.alloc(0)];
  const kids: string[] = [];
  for (const page of pages) {
    const { w, h } = page;
    const { width, height, ...raster } = await rasterOf(page, font, PDF_SCALE);
    const pixels = raster.pixels();
    const colours = Buffer.alloc(width * height * 3);
    for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) pixels.copy(colours, to, from, from + 3);
    const data = await compress(colours);
    const first = objects.length + 1;
    kids.push(`${first} 0 R`);
    const [pw, ph] = [w * POINT, h * POINT];
    const content = Buffer.from(`q ${pw} 0 0 ${ph} 0 0 cm /Im Do Q`);
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pw} ${ph}] /Resources << /XObject << /Im ${first + 2} 0 R >> >> /Contents ${first + 1} 0 R >>`,
      ),
      streamed(`/Length ${content.length}`, content),
      streamed(
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /Length ${data.length}`,
        data,
      ),
    );
  }
  objects[1] = Buffer.from(`<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`);
  return written(objects);
}

const streamed = (entries: string, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`<< ${entries} >>\nstream\n`), data, Buffer.from('\nendstream')]);

/** The objects with the table of where each begins, which readers go by. */
function written(objects: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const places: number[] = [];
  let at = parts[0]!.length;
  objects.forEach((object, n) => {
    places.push(at);
    const part = Buffer.concat([Buffer.from(`${n + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(part);
    at += part.length;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
