import { Agent, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly bytes: number;
  readonly text: string;
}

interface Options {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** false counts the bytes and keeps none */
  readonly keep?: boolean;
}

/** A browser's connections to the product: kept alive, and cheaper than `fetch`, whose own work would be part of the figures. */
export class Client {
  readonly #agent: Agent;
  readonly #port: number;

  constructor(port: number, connections = 64) {
    this.#port = port;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  send(path: string, { method = 'GET', headers = {}, body, keep = true }: Options = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port: this.#port, path: `/sjzt-datax${path}`, method, headers, agent: this.#agent },
        (answer) => {
          const parts: Buffer[] = [];
          let bytes = 0;
          answer.on('data', (part: Buffer) => {
            bytes += part.length;
            if (keep) parts.push(part);
          });
          answer.on('error', reject);
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, bytes, text: Buffer.concat(parts).toString() }));
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** A call that must answer 200. */
  async ok(path: string, options?: Options): Promise<Answer> {
    const answer = await this.send(path, options);
    if (answer.status !== 200) throw new Error(`${options?.method ?? 'GET'} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
    return answer;
  }

  close(): void {
    this.#agent.destroy();
  }
}
