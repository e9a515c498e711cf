import { Zip, ZipDeflate } from 'fflate';

/** A ZIP archive that is written entry by entry while somebody reads it: `take()` hands out what is ready. */
export class ZipStream {
  readonly #ready: Uint8Array[] = [];
  readonly #encoder = new TextEncoder();
  #failure: Error | null = null;
  readonly #zip = new Zip((error, chunk) => {
    if (error) this.#failure = error;
    else this.#ready.push(chunk);
  });

  /** Begins an entry; the one before must have ended. */
  entry(path: string): { push(text: string): void; end(): void } {
    const entry = new ZipDeflate(path, { level: 4 });
    this.#zip.add(entry);
    return {
      push: (text) => entry.push(this.#encoder.encode(text)),
      end: () => entry.push(new Uint8Array(0), true),
    };
  }

  /** A whole entry at once. */
  file(path: string, text: string): void {
    const entry = this.entry(path);
    entry.push(text);
    entry.end();
  }

  /** The bytes that are ready. Throws when packing failed. */
  take(): Uint8Array[] {
    if (this.#failure) throw this.#failure;
    return this.#ready.splice(0);
  }

  /** Writes the table of contents; the rest is in the next `take()`. */
  end(): void {
    this.#zip.end();
  }
}
