import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileProblem } from './protocol.ts';

type Encoding = 'utf-8' | 'gb18030' | 'utf-16le' | 'utf-16be';

/** Decodes the whole file strictly; false at the first invalid byte sequence. */
async function isWholly(path: string, encoding: Encoding): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 }) as AsyncIterable<Buffer>)
      decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Detects the encoding: a BOM decides for UTF-16, valid UTF-8 is UTF-8, otherwise GBK (GB 18030). Throws FileProblem. */
export async function encodingOf(path: string): Promise<Encoding> {
  const file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(3), 0, 3, 0).finally(() => file.close());
  if (bytesRead >= 2 && buffer[0] === 0xff && buffer[1] === 0xfe) return 'utf-16le';
  if (bytesRead >= 2 && buffer[0] === 0xfe && buffer[1] === 0xff) return 'utf-16be';
  for (const encoding of ['utf-8', 'gb18030'] as const) if (await isWholly(path, encoding)) return encoding;
  throw new FileProblem('文件既不是 UTF-8 也不是 GBK 编码，请另存为 UTF-8 后重新上传');
}

/** Transcodes a file to UTF-8 as a stream, in constant memory. */
export async function toUtf8(path: string, encoding: Encoding, target: string): Promise<void> {
  const decoder = new TextDecoder(encoding);
  await pipeline(
    createReadStream(path, { highWaterMark: 1_048_576 }),
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        done(null, decoder.decode(chunk, { stream: true }));
      },
      flush(done) {
        done(null, decoder.decode());
      },
    }),
    createWriteStream(target, { flags: 'wx', mode: 0o600 }),
  );
}

const BEGINNING = 262_144;
/** The first characters of a UTF-8 file, and whether that is the whole file. */
export async function readHead(path: string): Promise<{ text: string; isWhole: boolean }> {
  const file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0).finally(() => file.close());
  return { text: new TextDecoder('utf-8').decode(buffer.subarray(0, bytesRead), { stream: true }), isWhole: bytesRead < BEGINNING };
}
