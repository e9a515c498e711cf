/** Reading and writing of the files of a process in the browser: `.bpmn`, and `.zip` with such files in it. */
const LIMIT = 1_000_000;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

interface Entry {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Offers a file for saving. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    // a small archive can hold a very large file
    if (size > LIMIT) throw new Error('BPMN 文件不能超过1MB');
    parts.push(next.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** The first BPMN file of an archive. Throws a Chinese sentence. */
async function fromZip(buffer: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
  const view = new DataView(buffer);
  let end = buffer.byteLength - 22;
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw new Error('不是有效的 ZIP 文件');
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0 && view.getUint32(at, true) === ENTRY; left -= 1) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const name = new TextDecoder().decode(new Uint8Array(buffer, at + 46, nameLength));
    if (/\.(?:bpmn|bpmn20\.xml|xml)$/i.test(name)) {
      const local = view.getUint32(at + 42, true);
      const data = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const bytes = new Uint8Array(buffer.slice(data, data + view.getUint32(at + 20, true)));
      return view.getUint16(at + 10, true) === 0 ? bytes : inflate(bytes);
    }
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  throw new Error('压缩包中没有 BPMN 文件');
}

/** The text of a BPMN file, or of the first one in an archive. Throws a Chinese sentence. */
export async function firstBpmn(file: Blob & { readonly name: string }): Promise<string> {
  if (file.size > LIMIT) throw new Error('BPMN 文件不能超过1MB');
  const buffer = await file.arrayBuffer();
  const bytes = file.name.toLowerCase().endsWith('.zip') ? await fromZip(buffer).catch(asSentence) : new Uint8Array(buffer);
  const text = new TextDecoder().decode(bytes);
  if (bytes.length > LIMIT) throw new Error('BPMN 文件不能超过1MB');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Error('BPMN 文件不能含有 DOCTYPE 或实体声明');
  if (!/<(?:[\w-]+:)?process\b/.test(text)) throw new Error('文件中没有流程（process）');
  return text;
}
/** Offsets of a broken archive lead outside of it. */
function asSentence(error: unknown): never {
  throw error instanceof RangeError || error instanceof TypeError ? new Error('不是有效的 ZIP 文件') : error;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
const crcOf = (bytes: Uint8Array): number => {
  let value = 0xffffffff;
  for (const byte of bytes) value = (TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
};

/** An archive of files as they are. */
export function zipOf(entries: readonly Entry[]): Uint8Array<ArrayBuffer> {
  const files: Uint8Array[] = [];
  const list: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const label = new TextEncoder().encode(name);
    const facts = (head: number, size: number) => {
      const view = new DataView(new ArrayBuffer(size));
      view.setUint32(0, head, true);
      // version, UTF-8 names, stored as they are
      const at = head === LOCAL ? 4 : 6;
      view.setUint16(4, 20, true);
      view.setUint16(at, 20, true);
      view.setUint16(at + 2, 0x0800, true);
      view.setUint16(at + 8, 0x21, true);
      view.setUint32(at + 10, crcOf(bytes), true);
      view.setUint32(at + 14, bytes.length, true);
      view.setUint32(at + 18, bytes.length, true);
      view.setUint16(at + 22, label.length, true);
      return view;
    };
    const local = facts(LOCAL, 30);
    const entry = facts(ENTRY, 46);
    entry.setUint32(42, offset, true);
    files.push(new Uint8Array(local.buffer), label, bytes);
    list.push(new Uint8Array(entry.buffer), label);
    offset += 30 + label.length + bytes.length;
  }
  const size = list.reduce((sum, { length }) => sum + length, 0);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, END, true);
  end.setUint16(8, entries.length, true);
  end.setUint16(10, entries.length, true);
  end.setUint32(12, size, true);
  end.setUint32(16, offset, true);
  const whole = new Uint8Array(offset + size + 22);
  let at = 0;
  for (const part of [...files, ...list, new Uint8Array(end.buffer)]) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A text whose process has another key. */
export function withKey(xml: string, key: string): string {
  const id = /<(?:[\w-]+:)?process\b[^>]*\bid="([^"]+)"/.exec(xml)?.[1];
  return id === undefined || id === key ? xml : xml.replaceAll(`"${id}"`, `"${key}"`);
}
