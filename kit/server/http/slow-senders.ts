import type { IncomingMessage, Server } from 'node:http';

/** How long a sender may take for the body of a call. */
export interface SenderLimits {
  /** a body of which nothing arrives for so long is given up */
  readonly silenceMs: number;
  /** bytes a second, on average after the first `silenceMs`: a body that drips would hold its connection for ever */
  readonly bytesPerSecond: number;
  /** how often senders are looked at */
  readonly everyMs: number;
}

/** 10 MB may take 43 minutes, a sign-in of 1 MB less than six; silence ends after one. */
export const SENDER_LIMITS: SenderLimits = { silenceMs: 60_000, bytesPerSecond: 4_096, everyMs: 5_000 };
/** Headers must be there within this time, looked at every five seconds. */
export const HEADERS = { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 };

interface Sender {
  readonly since: number;
  /** bytes of the connection when the call began */
  readonly from: number;
  seen: number;
  lastProgress: number;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends connections whose sender keeps silent or drips in the middle of a body, whoever it is and whatever it calls. It counts the bytes of
 * the connection and reads none, so what a route does with its body is its own matter.
 */
export function endSlowSenders(server: Server, limits: SenderLimits = SENDER_LIMITS, now: () => number = () => performance.now()): void {
  const senders = new Map<IncomingMessage, Sender>();
  const look = () => {
    const at = now();
    for (const [request, sender] of senders) {
      const { socket } = request;
      if (request.complete || socket.destroyed) {
        senders.delete(request);
        continue;
      }
      if (socket.bytesRead > sender.seen) Object.assign(sender, { seen: socket.bytesRead, lastProgress: at });
      const isSilent = at - sender.lastProgress >= limits.silenceMs;
      const allowedMs = limits.silenceMs + ((socket.bytesRead - sender.from) / limits.bytesPerSecond) * 1000;
      if (!isSilent && at - sender.since < allowedMs) continue;
      senders.delete(request);
      socket.destroy();
    }
  };
  const timer = setInterval(look, limits.everyMs).unref();
  server.on('close', () => clearInterval(timer));
  server.on('request', (request: IncomingMessage) => {
    if (!hasBody(request)) return;
    const at = now();
    const { bytesRead } = request.socket;
    senders.set(request, { since: at, from: bytesRead, seen: bytesRead, lastProgress: at });
  });
}
