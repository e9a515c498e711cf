import { Buffer } from 'node:buffer';

const BLOCK = 512;
const MAX_SIZE = 8 * 1024 ** 3;

/** One entry of an archive while it is read. `body` must be read to its end before the next entry comes. */
export interface TarEntry {
  readonly name: string;
  readonly size: number;
  readonly body: AsyncIterable<Buffer>;
}

const octal = (value: number, length: number): string => value.toString(8).padStart(length - 1, '0');

/** Header of one file entry (POSIX.1-1988 ustar). Names are ASCII and at most 100 characters, sizes below 8 GiB. */
export function tarHeader(name: string, size: number, time: Date): Buffer {
  if (name.length > 100 || !/^[\x21-\x7e]+$/.test(name)) throw new Error(`not a name for an archive: ${name}`);
  if (size >= MAX_SIZE) throw new Error(`too large for an archive: ${name}`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 'latin1');
  header.write(octal(0o600, 8), 100, 'latin1');
  header.write(octal(0, 8), 108, 'latin1');
  header.write(octal(0, 8), 116, 'latin1');
  header.write(octal(size, 12), 124, 'latin1');
  header.write(octal(Math.floor(time.getTime() / 1000), 12), 136, 'latin1');
  header.write(' '.repeat(8), 148, 'latin1'); // the checksum counts its own field as blanks
  header.write('0', 156, 'latin1');
  header.write('ustar\u000000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 7)}\0 `, 148, 'latin1');
  return header;
}

/** Zero bytes that fill the last block of an entry. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
/** Two empty blocks end an archive. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK);

/** Takes bytes from a stream in the portions that are asked for. */
function bytesOf(source: AsyncIterable<Buffer>) {
  const parts = source[Symbol.asyncIterator]();
  let left: Buffer = Buffer.alloc(0);
  const fill = async (): Promise<boolean> => {
    while (left.length === 0) {
      const next = await parts.next();
      if (next.done) return false;
      left = next.value;
    }
    return true;
  };
  return {
    /** up to `most` bytes, null at the end */
    async some(most: number): Promise<Buffer | null> {
      if (!(await fill())) return null;
      const taken = left.subarray(0, most);
      left = left.subarray(taken.length);
      return taken;
    },
    /** exactly `count` bytes; throws when the stream ends before */
    async exactly(count: number): Promise<Buffer> {
      const taken: Buffer[] = [];
      for (let missing = count; missing > 0;) {
        const part = await this.some(missing);
        if (!part) throw new Error('the archive ends too early');
        taken.push(part);
        missing -= part.length;
      }
      return Buffer.concat(taken);
    },
  };
}

/** Entries of an archive that `tarHeader` began, in their order. Throws on damage and on an archive without its end. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = bytesOf(source);
  for (;;) {
    const header = await bytes.exactly(BLOCK);
    if (header.every((byte) => byte === 0)) {
      await bytes.exactly(BLOCK);
      return;
    }
    const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
    if (Number.parseInt(header.toString('latin1', 148, 154), 8) !== sum) throw new Error('an entry of the archive is damaged');
    const name = header.toString('latin1', 0, 100).replace(/\0.*$/, '');
    const size = Number.parseInt(header.toString('latin1', 124, 135), 8);
    let unread = size;
    yield {
      name,
      size,
      body: (async function* () {
        while (unread > 0) {
          const part = await bytes.some(unread);
          if (!part) throw new Error('the archive ends too early');
          unread -= part.length;
          yield part;
        }
      })(),
    };
    if (unread > 0) throw new Error(`entry ${name} was not read`);
    await bytes.exactly(tarPadding(size).length);
  }
}
