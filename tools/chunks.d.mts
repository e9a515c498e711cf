import type { build } from 'vite';

export interface Chunk {
  readonly file: string;
  readonly imports: readonly string[];
  readonly source: string | null;
  /** gzip */
  readonly bytes: number;
  readonly parts: Readonly<Record<string, number>>;
}

export interface PageLoad {
  readonly path: string;
  /** KB gzip */
  readonly budget: number | null;
  readonly files: readonly string[];
  readonly kb: number;
  readonly parts: Readonly<Record<string, number>>;
}

export const PAGES: readonly { readonly path: string; readonly parts: readonly string[]; readonly budget: number | null }[];
export function chunksOf(built: Awaited<ReturnType<typeof build>>): Chunk[];
export function menuPages(): typeof PAGES;
export function pageLoads(chunks: readonly Chunk[], pages?: typeof PAGES): PageLoad[];
export function kilobytes(chunks: Iterable<Chunk>): number;
export function circlesOf(chunks: readonly Pick<Chunk, 'file' | 'imports'>[]): string[][];
export function grown(parts: PageLoad['parts'], recorded: PageLoad['parts']): string[];
export function toRecord(chunks: readonly Chunk[]): Record<string, Record<string, number>>;
