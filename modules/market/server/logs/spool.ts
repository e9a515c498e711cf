import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** A segment is closed when it has grown so large, and deleted when it has been written to the database. */
const SEGMENT_BYTES = 4 * 1024 ** 2;
/** Bytes that wait at most; more is dropped and counted. */
const MAX = { spool: 512 * 1024 ** 2, memory: 32 * 1024 ** 2 } as const;
const LINE_END = 10;

export type SpoolMode = keyof typeof MAX;
export interface Place {
  readonly segment: number;
  readonly position: number;
}
/** Lines in the order in which they came: in a file, or in memory where files cannot be written. */
interface Segment {
  readonly no: number;
  size: number;
  readonly path: string | null;
  readonly parts: Buffer[];
}
const fileName = (no: number): string => `${String(no).padStart(9, '0')}.log`;

/** Lines of calls on their way to the database: appended by the node, read by its flusher, and by another node when this one has died. */
export class Spool {
  readonly #folder: string | null;
  #segments: Segment[] = [];
  #next = 1;
  #out: { handle: FileHandle; segment: Segment } | null = null;
  /** files could not be written lately */
  #isBroken = false;
  #waiting = 0;

  /** `folder` null keeps everything in memory. What is in the folder already is read first. */
  constructor(folder: string | null) {
    this.#folder = folder;
    if (folder === null) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)
      .filter((one) => /^\d{9}\.log$/.test(one))
      .toSorted()) {
      const path = join(folder, name);
      const segment = { no: Number.parseInt(name, 10), size: statSync(path).size, path, parts: [] };
      this.#segments.push(segment);
      this.#waiting += segment.size;
      this.#next = segment.no + 1;
    }
  }
  get mode(): SpoolMode {
    return this.#folder === null || this.#isBroken ? 'memory' : 'spool';
  }
  /** Bytes that have not been written to the database yet. */
  get waiting(): number {
    return this.#waiting;
  }
  get isFull(): boolean {
    return this.#waiting >= MAX[this.mode];
  }

  /** Appends whole lines; where the file cannot be written they stay in memory, and the next segment tries a file again. */
  async append(lines: Buffer): Promise<void> {
    const segment = await this.#writable();
    if (segment.path === null) segment.parts.push(lines);
    else if (!(await this.#write(lines, segment))) return this.#keep(lines);
    segment.size += lines.length;
    this.#waiting += lines.length;
    if (segment.size >= SEGMENT_BYTES) await this.seal();
  }
  #keep(lines: Buffer): void {
    this.#isBroken = true;
    this.#segments.push({ no: this.#next++, size: lines.length, path: null, parts: [lines] });
    this.#waiting += lines.length;
  }
  async #write(lines: Buffer, segment: Segment): Promise<boolean> {
    try {
      // at its place: what a failed write has left behind is written over, and read by nobody
      const { bytesWritten } = await this.#out!.handle.write(lines, 0, lines.length, segment.size);
      if (bytesWritten < lines.length) throw new Error('the disk is full');
      this.#isBroken = false;
      return true;
    } catch {
      await this.seal();
      return false;
    }
  }
  async #writable(): Promise<Segment> {
    if (this.#out) return this.#out.segment;
    const last = this.#segments.at(-1);
    const isOpen = last?.path === null && last.size < SEGMENT_BYTES / 8;
    if (last && isOpen) return last;
    const no = this.#next++;
    const path = this.#folder === null ? null : join(this.#folder, fileName(no));
    const handle = path === null ? null : await open(path, 'wx', 0o600).catch(() => null);
    if (path !== null && handle === null) this.#isBroken = true;
    const segment: Segment = { no, size: 0, path: handle === null ? null : path, parts: [] };
    this.#segments.push(segment);
    if (handle) this.#out = { handle, segment };
    return segment;
  }
  /** Ends the file that is written to. */
  async seal(): Promise<void> {
    const { handle } = this.#out ?? {};
    this.#out = null;
    await handle?.close().catch(() => undefined);
  }

  /** Whole lines from a place on, at most about so many bytes; null when there are none. `next` is where they end. */
  async read(from: Place, most: number): Promise<{ readonly lines: Buffer; readonly next: Place } | null> {
    for (const segment of this.#segments.filter(({ no }) => no >= from.segment)) {
      const start = segment.no === from.segment ? from.position : 0;
      if (start >= segment.size) continue;
      const bytes = await bytesOf(segment, start, most);
      const end = bytes.lastIndexOf(LINE_END) + 1;
      // the end of a line that a killed node could not finish
      if (end > 0) return { lines: bytes.subarray(0, end), next: { segment: segment.no, position: start + end } };
    }
    return null;
  }

  /** What lies in no file from a place on: it is nobody's but this node's. */
  inMemory(from: Place): Buffer[] {
    const own = this.#segments.filter(({ no, path }) => path === null && no >= from.segment);
    const rest = own.map(({ no, parts }) => Buffer.concat(parts).subarray(no === from.segment ? from.position : 0));
    return rest.filter(({ length }) => length > 0);
  }

  /** Forgets what lies before a place: it is in the database. */
  release(to: Place): void {
    const done = this.#segments.filter(({ no, size }) => no < to.segment || (no === to.segment && size <= to.position));
    const open = this.#out?.segment;
    this.#segments = this.#segments.filter((segment) => segment === open || !done.includes(segment));
    for (const { path } of done.filter((segment) => segment !== open)) if (path !== null) rmSync(path, { force: true });
    this.#waiting = this.#segments.reduce((sum, { no, size }) => sum + (no === to.segment ? size - to.position : size), 0);
  }

  /** Removes the folder; everything in it has been written. */
  async remove(): Promise<void> {
    await this.seal();
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function bytesOf(segment: Segment, start: number, most: number): Promise<Buffer> {
  const length = Math.min(segment.size - start, most);
  if (segment.path === null) return Buffer.concat(segment.parts).subarray(start, start + length);
  const handle = await open(segment.path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(length);
    const { bytesRead } = await handle.read(bytes, 0, length, start);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
