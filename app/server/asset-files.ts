import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};
/** Best first, with the endings that the build gives them (tools/build.mjs). */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** One file as it is sent. */
export interface Asset {
  readonly bytes: Buffer;
  readonly type: string;
  readonly encoding: (typeof ENCODINGS)[number][0] | null;
}

const accepts = (header: string | undefined, encoding: string): boolean =>
  (header ?? '').split(',').some((part) => {
    const [name, ...rest] = part.split(';').map((text) => text.trim().toLowerCase());
    return name === encoding && !rest.some((text) => /^q=0(?:\.0*)?$/.test(text));
  });

/**
 * The hashed files of the built front end, kept in memory once they were read. A page asks for a hundred of them at once, while the same
 * process answers its first calls: looking each up on the disk again costs more than all the rest of sending them.
 */
export class AssetFiles {
  readonly #folder: string;
  readonly #names: ReadonlySet<string>;
  readonly #read = new Map<string, Promise<Buffer>>();

  constructor(folder: string) {
    this.#folder = folder;
    this.#names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  }

  /** The file of this name in the best encoding that is accepted; null when the build has none, or none of a type known here. */
  async find(name: string, acceptEncoding: string | undefined): Promise<Asset | null> {
    const type = TYPES[extname(name)];
    if (type === undefined || !this.#names.has(name)) return null;
    for (const [encoding, ending] of ENCODINGS)
      if (this.#names.has(name + ending) && accepts(acceptEncoding, encoding))
        return { bytes: await this.#bytes(name + ending), type, encoding };
    return { bytes: await this.#bytes(name), type, encoding: null };
  }

  /** Reads what current browsers are sent; a file that cannot be read now is read when it is asked for. */
  async warm(): Promise<void> {
    const best = [...this.#names].filter((name) => name.endsWith('.br') || name.endsWith('.woff2'));
    for (const name of best) await this.#bytes(name).catch(() => undefined);
  }

  #bytes(name: string): Promise<Buffer> {
    const known = this.#read.get(name);
    if (known) return known;
    const reading = readFile(join(this.#folder, name));
    this.#read.set(name, reading);
    reading.catch(() => this.#read.delete(name));
    return reading;
  }
}
