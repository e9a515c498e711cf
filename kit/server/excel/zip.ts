import { createInflateRaw } from 'node:zlib';
import { AppError } from '#kit/contract/errors.ts';

/** An entry of the central directory of a zip file. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  /** size as declared; the true size is counted while inflating */
  readonly size: number;
  readonly offset: number;
}

const END = 0x06054b50;
const DIRECTORY = 0x02014b50;
const LOCAL = 0x04034b50;
const MAX_ENTRIES = 2000;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

const broken = (why: string) => new AppError('file.wrongType', `文件已损坏或不是有效的压缩格式（${why}）`);

function findEnd(bytes: Buffer): number {
  // the archive comment after the end record has at most 65,535 bytes
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 65_557); at--) if (bytes.readUInt32LE(at) === END) return at;
  throw broken('缺少目录');
}

const isOddName = (name: string): boolean =>
  name === '' || name.length > 260 || name.startsWith('/') || name.includes('\\') || name.includes('\0') || name.split('/').includes('..');

/**
 * Reads the central directory of a zip file. Throws file.wrongType for broken, encrypted, multi-part and ZIP64 archives, for names that
 * escape the folder (zip slip) and beyond `maxEntries`.
 */
export function zipEntries(bytes: Buffer, maxEntries = MAX_ENTRIES): ZipEntry[] {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count > maxEntries) throw broken('条目过多');
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY) throw broken('目录不完整');
    const flags = bytes.readUInt16LE(at + 8);
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    if (flags & ENCRYPTED) throw broken('文件已加密');
    if (isOddName(name) || names.has(name)) throw broken('条目名称异常');
    names.add(name);
    entries.push({
      name,
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** Limits against zip bombs, applied to the bytes that really come out, not to the declared size. */
export interface InflateLimits {
  readonly maxBytes: number;
  readonly maxRatio: number;
}

/** The compression ratio is checked only above this size. */
const RATIO_FROM = 1_048_576;

/** Inflates an entry as a stream. Throws file.tooLarge beyond the limits. */
export async function* inflate(bytes: Buffer, entry: ZipEntry, limits: InflateLimits): AsyncGenerator<Buffer> {
  const { offset } = entry;
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) throw broken('条目不完整');
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const packed = bytes.subarray(start, start + entry.packed);
  if (packed.length !== entry.packed) throw broken('条目不完整');
  if (entry.method === STORED) {
    if (packed.length > limits.maxBytes) throw new AppError('file.tooLarge', '文件解压后过大，请拆分后重新上传');
    yield packed;
    return;
  }
  if (entry.method !== DEFLATED) throw broken('压缩方式不支持');
  const stream = createInflateRaw({ chunkSize: 65_536 });
  stream.end(packed);
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limits.maxBytes || (size > RATIO_FROM && size > entry.packed * limits.maxRatio)) {
        throw new AppError('file.tooLarge', '文件解压后过大，请拆分后重新上传');
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw broken('内容无法解压');
  } finally {
    stream.destroy();
  }
}
