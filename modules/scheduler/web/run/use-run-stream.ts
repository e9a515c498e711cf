import { useEffect, useEffectEvent, useState } from 'react';
import type * as z from 'zod';
import { BASE } from '#kit/web/send.ts';
import { session } from '#kit/web/session.ts';
import type { RunLine, RunProgress } from '../../contract/run.ts';
import { cutEvents } from '../../core/events.ts';

export type Line = z.output<typeof RunLine>;
export interface RunStream {
  lines: readonly Line[];
  progress: z.output<typeof RunProgress> | null;
  /** the run is over and everything has been read */
  isEnded: boolean;
  /** the connection is lost and being re-established */
  isLost: boolean;
}
const START: RunStream = { lines: [], progress: null, isEnded: false, isLost: false };
const PAUSE_MS = 2_000;

/** Live lines and progress of a run; after a lost connection it resumes at the last line. */
export function useRunStream(id: string, onEnd: () => void): RunStream {
  const [stream, setStream] = useState<{ id: string } & RunStream>({ id, ...START });
  const ended = useEffectEvent(onEnd);
  useEffect(() => {
    const stop = new AbortController();
    let lastId: string | null = null;
    let isEnded = false;
    const change = (next: (stream: RunStream) => Partial<RunStream>) =>
      setStream((old) => {
        const base = old.id === id ? old : { id, ...START };
        return { ...base, ...next(base) };
      });
    /** One connection; true when it ended in order, either with the run or because it is time to ask again. */
    const read = async (): Promise<boolean> => {
      const headers = {
        authorization: `Bearer ${session.get().token}`,
        accept: 'text/event-stream',
        ...(lastId && { 'last-event-id': lastId }),
      };
      const answer = await fetch(`${BASE}/quartz/logs/${id}/stream`, { headers, signal: stop.signal, cache: 'no-store' });
      if (!answer.ok || !answer.body) return false;
      const reader = answer.body.pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>).getReader();
      for (let rest = ''; ;) {
        const { done, value } = await reader.read();
        if (done) return true;
        const cut = cutEvents(rest + value);
        rest = cut.rest;
        const lines: Line[] = [];
        for (const event of cut.events) {
          if (event.id !== null) lastId = event.id;
          if (event.event === 'line') lines.push(event.data as Line);
          if (event.event === 'progress') change(() => ({ progress: event.data as RunStream['progress'], isLost: false }));
          if (event.event === 'end') isEnded = true;
        }
        if (lines.length > 0) change((old) => ({ lines: [...old.lines, ...lines], isLost: false }));
        if (isEnded) {
          change(() => ({ isEnded: true, isLost: false }));
          return true;
        }
      }
    };
    const follow = async () => {
      while (!stop.signal.aborted && !isEnded) {
        const wasFine = await read().catch(() => false);
        if (stop.signal.aborted || isEnded) break;
        if (!wasFine) change(() => ({ isLost: true }));
        await new Promise((resolve) => setTimeout(resolve, wasFine ? 0 : PAUSE_MS));
      }
      if (isEnded) ended();
    };
    void follow(); // all errors are handled inside
    return () => stop.abort();
  }, [id]);
  return stream.id === id ? stream : START;
}
