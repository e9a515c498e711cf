import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { AppError } from '#kit/contract/errors.ts';
import { zipEntries, type ZipEntry } from '#kit/server/excel/zip.ts';
import type { Upload } from '#kit/server/upload.ts';
import { CONTENT_TYPES, extensionOf, headFits, inflateBudget, isPolyglot, lookerOf, zipParts, type Extension } from '../core/sniff.ts';

const HEAD = 4096;
/** A zip directory ends at most a comment of 65,535 bytes before the end. */
const TAIL = 65_557;
const MAX_DIRECTORY = 16 * 1_048_576;
/** A document has some dozens of parts, with many pictures some hundreds; packages of applications have thousands. */
const MAX_ENTRIES = 2_000;
const MAX_APK_ENTRIES = 20_000;
/** Packed bytes of an entry that is unpacked in one go. */
const SMALL = 16_384;
const MB = 1_048_576;
const END = 0x06054b50;
const END_SIZE = 22;
const LOCAL_SIZE = 30;

const wrongType = () => new AppError('file.wrongType');

async function range(file: FileHandle, start: number, size: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, start);
  return buffer.subarray(0, bytesRead);
}

/** The directory of a zip file, read from its end: the content stays on the disk. */
async function directory(file: FileHandle, size: number, tail: Buffer, most: number): Promise<ZipEntry[]> {
  let end = tail.length - END_SIZE;
  while (end >= 0 && tail.readUInt32LE(end) !== END) end--;
  if (end < 0) throw wrongType();
  const record = Buffer.from(tail.subarray(end, end + END_SIZE));
  const length = record.readUInt32LE(12);
  const start = record.readUInt32LE(16);
  if (length > MAX_DIRECTORY || start + length > size - tail.length + end) throw wrongType();
  if (record.readUInt16LE(10) > most) throw new AppError('file.wrongType', `压缩包内条目过多，最多 ${most} 个，请拆分后重新上传`);
  // the directory and its end as a small archive of their own
  record.writeUInt32LE(0, 16);
  record.writeUInt16LE(0, 20);
  return zipEntries(Buffer.concat([await range(file, start, length), record]), most);
}

/** Where the packed bytes of an entry begin. */
async function startOf(file: FileHandle, entry: ZipEntry): Promise<number> {
  const local = await range(file, entry.offset, LOCAL_SIZE);
  if (entry.method !== 8 || local.length < LOCAL_SIZE) throw wrongType();
  return entry.offset + LOCAL_SIZE + local.readUInt16LE(26) + local.readUInt16LE(28);
}

/** The unpacked pieces of an entry. Small ones at once: a stream for each of thousands would take minutes. */
async function* unpacked(file: FileHandle, path: string, entry: ZipEntry, signal: AbortSignal): AsyncGenerator<Buffer> {
  const start = await startOf(file, entry);
  if (entry.packed <= SMALL) {
    yield inflateRawSync(await range(file, start, entry.packed), { maxOutputLength: SMALL * 1100 });
    return;
  }
  const packed = createReadStream(path, { start, end: start + entry.packed - 1, signal });
  const inflating = createInflateRaw();
  // what goes wrong ends the reading below
  pipeline(packed, inflating).catch(() => undefined);
  yield* inflating as AsyncIterable<Buffer>;
}

const CONTENT_LIST = '[Content_Types].xml';
/** Part names that occur only in documents with macros, whatever the extension. */
const MACROS = /macroEnabled|vbaProject/i;
const noMacros = () => new AppError('file.wrongType', '文件含有宏，请另存为不含宏的格式后重新上传');

/**
 * Decompresses every entry once without storing it and aborts at the real output size, whatever the archive directory claims. Refuses
 * documents with macros.
 */
async function assertSafeParts(file: FileHandle, { path, size, signal }: Upload, entries: readonly ZipEntry[]): Promise<void> {
  let left = inflateBudget(size);
  const take = (bytes: number) => {
    left -= bytes;
    if (left < 0) throw new AppError('file.wrongType', '文件解压后过大，请拆分后重新上传');
  };
  // entries that share their bytes would together be larger than the file
  if (entries.reduce((sum, entry) => sum + entry.packed, 0) > size) throw wrongType();
  if (entries.some(({ name }) => /(^|\/)vbaProject\.bin$/i.test(name))) throw noMacros();
  for (const entry of entries) {
    signal.throwIfAborted();
    const isList = entry.name === CONTENT_LIST;
    if (entry.method === 0 || entry.packed === 0) {
      take(entry.packed);
      if (isList && MACROS.test((await range(file, entry.offset, Math.min(entry.packed + 1_000, MB))).toString('latin1'))) throw noMacros();
      continue;
    }
    let text = '';
    try {
      for await (const chunk of unpacked(file, path, entry, signal)) {
        take(chunk.length);
        if (isList && text.length < MB) text += chunk.toString('latin1');
      }
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof AppError ? error : wrongType();
    }
    if (isList && MACROS.test(text)) throw noMacros();
  }
}

/** One archive per account is unpacked at a time; others wait, or are cancelled with their request. */
const last = new Map<string, Promise<unknown>>();
async function inTurn<T>(userId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const mine = (last.get(userId) ?? Promise.resolve()).then(() => {
    signal.throwIfAborted();
    return work();
  });
  const settled = mine.catch(() => undefined);
  last.set(userId, settled);
  try {
    return await mine;
  } finally {
    if (last.get(userId) === settled) last.delete(userId);
  }
}

/**
 * The extension of an upload whose content is what its name says. Reads head, tail and archive directory; what must be seen as a whole
 * (text, old Office, packed parts) flows by in pieces. It ends when its sender leaves, and a person has one
 * archive at a time unpacked. Throws file.wrongType, input.invalid for a name nobody should see.
 */
export async function inspectUpload(upload: Upload, userId: string): Promise<Extension> {
  const { fileName, isOddName, path, size, signal } = upload;
  if (isOddName) throw new AppError('input.invalid', '文件名含有不可见字符或超过200个字符，请改名后重新上传');
  const extension = extensionOf(fileName);
  if (!extension) throw new AppError('file.wrongType', `不支持该文件类型，可上传：${Object.keys(CONTENT_TYPES).join('、')}`);
  const file = await open(path, 'r');
  try {
    const head = await range(file, 0, HEAD);
    const tail = await range(file, Math.max(0, size - TAIL), Math.min(size, TAIL));
    if (!headFits(extension, head) || isPolyglot(extension, head, tail)) throw wrongType();
    const parts = zipParts(extension);
    if (parts) {
      const entries = await directory(file, size, tail, extension === 'apk' ? MAX_APK_ENTRIES : MAX_ENTRIES);
      const names = new Set(entries.map((entry) => entry.name));
      if (!parts.every((part) => names.has(part))) throw wrongType();
      await inTurn(userId, signal, () => assertSafeParts(file, upload, entries));
    }
    const looker = lookerOf(extension);
    if (looker) {
      for await (const chunk of createReadStream(path)) looker.push(chunk as Buffer);
      if (!looker.fits()) throw wrongType();
    }
    return extension;
  } finally {
    await file.close();
  }
}
