import type { TileLine } from '../../contract/tile.ts';

/** Reads newline-delimited JSON while it arrives; an unfinished last line is a broken answer and rejects. */
export async function readLines(body: ReadableStream<Uint8Array>, onLine: (line: TileLine) => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const parts = (rest + value).split('\n');
    rest = parts.pop()!;
    for (const part of parts) if (part !== '') onLine(JSON.parse(part) as TileLine);
  }
  if (rest.trim() !== '') throw new Error('the answer was cut off');
}
