import type { IncomingMessage, Server } from 'node:http';

/** Limits for the upload of a request body (protection against slowloris attacks). */
export interface SenderLimits {
  /** a body without any new byte for this long is aborted */
  readonly silenceMs: number;
  /** minimum average rate after the first `silenceMs`: a trickling body would hold its connection forever */
  readonly bytesPerSecond: number;
  /** interval of the check */
  readonly everyMs: number;
}

/** At these limits 10 MB may take 43 minutes and a sign-in of 1 MB less than six; silence ends after one. */
export const SENDER_LIMITS: SenderLimits = { silenceMs: 60_000, bytesPerSecond: 4_096, everyMs: 5_000 };
/** Request headers must arrive within this time; checked every five seconds. */
export const HEADERS = { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 };

interface Sender {
  readonly since: number;
  /** bytes read on the connection when the request began */
  readonly from: number;
  seen: number;
  lastProgress: number;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends connections that stall or trickle in the middle of a request body. Counts bytes of the socket without reading them, so it works for
 * every route.
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
