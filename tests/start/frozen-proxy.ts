import { connect, createServer, type Socket } from 'node:net';

/** What stands between a node and its database and can lose their connections without a word, as a firewall or a dead host does. */
export interface FrozenProxy {
  readonly port: number;
  /** connections that work */
  open(): number;
  /** From now on nothing passes on the connections that exist; neither side hears of an end. With `newToo` new ones are silent as well. */
  freeze(options?: { newToo: boolean }): void;
  /** New connections pass again; frozen ones stay frozen. */
  thaw(): void;
  close(): Promise<void>;
}

export function frozenProxy(target: { host: string; port: number } | { path: string }): Promise<FrozenProxy> {
  const pairs = new Set<{ near: Socket; far: Socket | null; isFrozen: boolean }>();
  let isDeaf = false;
  const server = createServer((near) => {
    const pair = { near, far: null as Socket | null, isFrozen: isDeaf };
    pairs.add(pair);
    near.on('error', () => undefined);
    near.on('close', () => {
      // the other side is not told either
      if (!pair.isFrozen) {
        pair.far?.destroy();
        pairs.delete(pair);
      }
    });
    if (isDeaf) return void near.pause();
    const far = connect(target as { host: string; port: number });
    pair.far = far;
    far.on('error', () => undefined);
    far.on('close', () => {
      if (!pair.isFrozen) near.destroy();
    });
    near.pipe(far);
    far.pipe(near);
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address ? address.port : 0,
        open: () => [...pairs].filter((pair) => !pair.isFrozen).length,
        freeze({ newToo } = { newToo: false }) {
          isDeaf = newToo;
          for (const pair of pairs) {
            pair.isFrozen = true;
            pair.near.unpipe();
            pair.far?.unpipe();
            pair.near.pause();
            pair.far?.pause();
          }
        },
        thaw: () => void (isDeaf = false),
        close: () =>
          new Promise((done) => {
            for (const { near, far } of pairs) {
              near.destroy();
              far?.destroy();
            }
            server.close(() => done());
          }),
      });
    }),
  );
}
