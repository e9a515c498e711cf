import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { StartError } from '#kit/server/start-error.ts';

const MAGIC = Buffer.from('DATABRAIN-BACKUP-1\n');
const SALT_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = MAGIC.length + SALT_BYTES + IV_BYTES;

// scrypt N=2^15, r=8, p=1: 32 MiB and about 0.1 s for each guess of a passphrase
const keyFrom = (passphrase: string, salt: Buffer): Buffer =>
  scryptSync(passphrase, salt, 32, { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 ** 2 });

/**
 * Encrypts a stream with a passphrase: magic, salt, nonce, AES-256-GCM text, tag. Nothing of the archive is readable without it,
 * and any changed byte is noticed.
 */
export function sealing(passphrase: string): Transform {
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(passphrase, salt), iv);
  let begun = false;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      if (!begun) this.push(Buffer.concat([MAGIC, salt, iv]));
      begun = true;
      done(null, cipher.update(part));
    },
    flush(done) {
      this.push(cipher.final());
      done(null, cipher.getAuthTag());
    },
  });
}

async function bytesAt(path: string, from: number, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * The archive inside a backup file, decrypted and unpacked. Throws StartError when the file is not a backup, or when the passphrase is
 * missing or wrong (known at the end of the stream: nothing may be used before).
 */
export async function openArchive(path: string, passphrase: string | null): Promise<AsyncIterable<Buffer>> {
  const { size } = await stat(path).catch((): never => {
    throw new StartError(`找不到备份文件 ${path}`);
  });
  const head = await bytesAt(path, 0, HEAD_BYTES);
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) {
    if (head[0] !== 0x1f || head[1] !== 0x8b) throw new StartError(`${path} 不是数智大脑的备份文件`);
    return unpacked([createReadStream(path)], '备份文件已损坏，请换一份备份');
  }
  if (!passphrase) throw new StartError('备份文件已加密，请用环境变量 BACKUP_PASSPHRASE 给出备份口令');
  const salt = head.subarray(MAGIC.length, MAGIC.length + SALT_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(passphrase, salt), head.subarray(MAGIC.length + SALT_BYTES));
  decipher.setAuthTag(await bytesAt(path, size - TAG_BYTES, TAG_BYTES));
  const source = createReadStream(path, { start: HEAD_BYTES, end: size - TAG_BYTES - 1 });
  return unpacked([source, decipher], '备份口令不正确，或备份文件已损坏');
}

async function* unpacked(streams: readonly (NodeJS.ReadableStream | NodeJS.ReadWriteStream)[], sentence: string): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // whichever of them fails, the last one tells
  pipeline([...streams, gunzip], () => undefined);
  try {
    for await (const part of gunzip) yield part as Buffer;
  } catch (error) {
    throw new StartError(sentence, { cause: error });
  }
}
