import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { AppError } from '#kit/contract/errors.ts';
import { zipEntries, type ZipEntry } from '#kit/server/excel/zip.ts';
import type { Upload } from '#kit/server/upload.ts';
import { CONTENT_TYPES, extensionOf, headFits, inflateBudget, isPolyglot, lookerOf, zipParts, type Extension } from '../core/sniff.ts';

const HEAD = 4096;
/** A zip directory ends at most a comment of 65,535 bytes before the end. */
const TAIL = 65_557;
const MAX_DIRECTORY = 16 * 1_048_576;
const MAX_ENTRIES = 65_535;
const END = 0x06054b50;
const END_SIZE = 22;
const LOCAL_SIZE = 30;

const wrongType = () => new AppError('file.wrongType');

async function range(file: FileHandle, start: number, size: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, start);
  return buffer.subarray(0, bytesRead);
}

/** The directory of a zip file, read from its end: the content stays on the disk. */
async function directory(file: FileHandle, size: number, tail: Buffer): Promise<ZipEntry[]> {
  let end = tail.length - END_SIZE;
  while (end >= 0 && tail.readUInt32LE(end) !== END) end--;
  if (end < 0) throw wrongType();
  const record = Buffer.from(tail.subarray(end, end + END_SIZE));
  const length = record.readUInt32LE(12);
  const start = record.readUInt32LE(16);
  if (length > MAX_DIRECTORY || start + length > size - tail.length + end) throw wrongType();
  // the directory and its end as a small archive of their own
  record.writeUInt32LE(0, 16);
  record.writeUInt16LE(0, 20);
  return zipEntries(Buffer.concat([await range(file, start, length), record]), MAX_ENTRIES);
}

/** Unpacks without keeping: stops at what really comes out, whatever the directory says. */
async function assertNoBomb(file: FileHandle, path: string, size: number, entries: readonly ZipEntry[]): Promise<void> {
  let left = inflateBudget(size);
  const take = (bytes: number) => {
    left -= bytes;
    if (left < 0) throw new AppError('file.wrongType', '文件解压后过大，请拆分后重新上传');
  };
  // entries that share their bytes would together be larger than the file
  if (entries.reduce((sum, entry) => sum + entry.packed, 0) > size) throw wrongType();
  for (const entry of entries) {
    if (entry.method === 0 || entry.packed === 0) {
      take(entry.packed);
      continue;
    }
    const local = await range(file, entry.offset, LOCAL_SIZE);
    if (entry.method !== 8 || local.length < LOCAL_SIZE) throw wrongType();
    const start = entry.offset + LOCAL_SIZE + local.readUInt16LE(26) + local.readUInt16LE(28);
    try {
      await pipeline(createReadStream(path, { start, end: start + entry.packed - 1 }), createInflateRaw(), async (chunks) => {
        for await (const chunk of chunks as AsyncIterable<Buffer>) take(chunk.length);
      });
    } catch (error) {
      throw error instanceof AppError ? error : wrongType();
    }
  }
}

/**
 * The extension of an upload whose content is what its name says. Reads head, tail and archive directory; what must be seen as a whole
 * (text, old Office, packed parts) flows by in pieces. Throws file.wrongType, input.invalid for a name nobody should see.
 */
export async function inspectUpload({ fileName, isOddName, path, size }: Upload): Promise<Extension> {
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
      const entries = await directory(file, size, tail);
      const names = new Set(entries.map((entry) => entry.name));
      if (!parts.every((part) => names.has(part))) throw wrongType();
      await assertNoBomb(file, path, size, entries);
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
