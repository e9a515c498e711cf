import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Node } from '#app/server/compose.ts';
import { until } from './until.ts';

interface ReceivedEvent {
  readonly event: string;
  readonly data: any;
  readonly id: string | null;
}

/** A reader of server-sent events over a real socket, as a test sees it. */
export interface Reader {
  readonly status: number;
  readonly type: string;
  readonly received: ReceivedEvent[];
  /** everything that came, heartbeats included */
  text(): string;
  isOpen(): boolean;
  /** waits for an event of a kind, the `nth` of its kind */
  wait(event: string, nth?: number): Promise<ReceivedEvent>;
  /** waits for the server to end the stream */
  ended(limitMs?: number): Promise<void>;
  /** id of the last event, for resuming */
  lastId(): string | null;
  close(): void;
  /** stops taking bytes, as a stuck browser does */
  pause(): void;
}

/** Lets the node of a test listen on a free port of this machine; answers the port. */
export async function listen(node: Node): Promise<number> {
  await node.http.listen({ port: 0, host: '127.0.0.1' });
  return (node.http.server.address() as AddressInfo).port;
}

function parse(text: string): ReceivedEvent[] {
  return text
    .split('\n\n')
    .map((block) =>
      Object.fromEntries(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])),
    )
    .filter((fields) => fields['event'] !== undefined)
    .map((fields) => ({ event: fields['event'] ?? '', data: JSON.parse(fields['data'] ?? 'null'), id: fields['id'] ?? null }));
}

/** Opens a stream of events on a listening node. */
export function readEvents(port: number, path: string, headers: Record<string, string> = {}): Promise<Reader> {
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', path: `/sjzt-datax${path}`, headers }, (answer) => {
      let text = '';
      let isOpen = true;
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (text += part));
      answer.on('close', () => (isOpen = false));
      answer.on('error', () => undefined);
      const received = () => parse(text.slice(0, text.lastIndexOf('\n\n') + 2));
      resolve({
        status: answer.statusCode ?? 0,
        type: String(answer.headers['content-type']),
        get received() {
          return received();
        },
        text: () => text,
        isOpen: () => isOpen,
        wait: async (event, nth = 1) => {
          const all = await until(
            async () => received().filter((one) => one.event === event),
            (found) => found.length >= nth,
          );
          return all[nth - 1]!;
        },
        ended: async (limitMs) =>
          void (await until(
            async () => isOpen,
            (open) => !open,
            limitMs,
          )),
        lastId: () => received().findLast((one) => one.id !== null)?.id ?? null,
        close: () => call.destroy(),
        pause: () => void answer.pause(),
      });
    });
    call.on('error', reject);
    call.end();
  });
}
