import { connect, createServer, type Socket } from 'node:net';

/** A server that knows less than PostgreSQL: what it refuses never gets through, and comes back as the syntax error of the server itself. */
export interface RefusingProxy {
  readonly port: number;
  /** statements that were refused, their first hundred characters */
  readonly refused: string[];
  close(): Promise<void>;
}

const QUERY = 0x51;
const PARSE = 0x50;

/** Messages of a client, whole; the one at the start of a connection has no type. */
function messages(take: (message: Buffer) => void): (chunk: Buffer) => void {
  let held = Buffer.alloc(0);
  let isFirst = true;
  return (chunk) => {
    held = Buffer.concat([held, chunk]);
    for (;;) {
      const head = isFirst ? 0 : 1;
      if (held.length < head + 4) return;
      const size = head + held.readUInt32BE(head);
      if (held.length < size) return;
      const message = Buffer.from(held.subarray(0, size));
      held = held.subarray(size);
      isFirst = false;
      take(message);
    }
  };
}

/** The text of a statement in a message, as its first and last byte; null when it holds none. */
function statementIn(message: Buffer): [number, number] | null {
  if (message[0] === QUERY) return [5, message.length - 1];
  if (message[0] !== PARSE) return null;
  const from = message.indexOf(0, 5) + 1;
  return [from, message.indexOf(0, from)];
}

export function refusingProxy(path: string, patterns: readonly RegExp[]): Promise<RefusingProxy> {
  const refused: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(path);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => (open.delete(one), other.destroy()));
    }
    near.on(
      'data',
      messages((message) => {
        const at = statementIn(message);
        const text = at ? message.toString('utf8', ...at) : '';
        if (at && patterns.some((pattern) => pattern.test(text))) {
          refused.push(text.slice(0, 100));
          message.write('!', at[0]);
        }
        far.write(message);
      }),
    );
    far.pipe(near);
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address ? address.port : 0,
        refused,
        close: () =>
          new Promise((done) => {
            for (const socket of open) socket.destroy();
            server.close(() => done());
          }),
      });
    }),
  );
}
