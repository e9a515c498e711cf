import { Agent, createServer, request, type IncomingMessage } from 'node:http';

/** A reverse proxy as it stands before several nodes: keeps connections, heeds `health/ready`, repeats nothing. */
export interface Balancer {
  readonly port: number;
  close(): Promise<void>;
}

const READY = '/sjzt-datax/health/ready';

export function balancer(ports: readonly number[], checkMs: number): Promise<Balancer> {
  const nodes = ports.map((port) => ({ port, isUp: false, agent: new Agent({ keepAlive: true, maxSockets: 50 }) }));
  let turn = 0;
  const check = (node: (typeof nodes)[number]) => {
    const probe = request({ port: node.port, host: '127.0.0.1', path: READY, agent: false, timeout: 2_000 }, (reply: IncomingMessage) => {
      node.isUp = reply.statusCode === 200;
      reply.resume();
    });
    probe.on('timeout', () => probe.destroy());
    probe.on('error', () => (node.isUp = false));
    probe.end();
  };
  const timers = nodes.map((node) => setInterval(() => check(node), checkMs));
  for (const node of nodes) check(node);
  const server = createServer((incoming, outgoing) => {
    const up = nodes.filter((node) => node.isUp);
    const node = up[turn++ % Math.max(1, up.length)];
    if (!node) return void outgoing.writeHead(502).end('no node');
    const { host: _host, connection: _connection, ...headers } = incoming.headers;
    const call = request(
      { port: node.port, host: '127.0.0.1', method: incoming.method, path: incoming.url, headers, agent: node.agent },
      (reply) => {
        const { connection: _own, 'keep-alive': _keep, ...rest } = reply.headers;
        outgoing.writeHead(reply.statusCode ?? 502, rest);
        reply.pipe(outgoing);
      },
    );
    call.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end('lost')));
    incoming.pipe(call);
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address ? address.port : 0,
        close: () =>
          new Promise((done) => {
            for (const timer of timers) clearInterval(timer);
            for (const { agent } of nodes) agent.destroy();
            server.closeAllConnections();
            server.close(() => done());
          }),
      });
    }),
  );
}
