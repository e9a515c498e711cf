import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

export type Answer = 'ready' | 'starting' | 'silent';

/** Asks the socket for a session: `ready` when the server would accept it, `starting` while it recovers. */
export function probe(socket: string, user: string): Promise<Answer> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    const end = (answer: Answer) => {
      connection.destroy();
      resolve(answer);
    };
    connection.setTimeout(2_000, () => end('silent'));
    connection.on('error', () => end('silent'));
    connection.on('close', () => resolve('silent'));
    connection.on('connect', () => connection.write(startupPacket(user)));
    // 'R' asks for (or confirms) authentication; 'E' is an error such as "the database system is starting up"
    connection.on('data', (bytes: Buffer) => end(bytes[0] === 0x52 ? 'ready' : 'starting'));
  });
}

function startupPacket(user: string): Buffer {
  const body = Buffer.from(`user\0${user}\0database\0postgres\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8);
  head.writeInt32BE(0x00030000, 4); // protocol 3.0
  return Buffer.concat([head, body]);
}

export type Life = 'postgres' | 'other' | 'zombie' | 'gone';

/** What lives under a process number. Without /proc (macOS) every living process counts as PostgreSQL. */
export function lifeOf(pid: number): Life {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
    if (state === 'Z' || state === 'X') return 'zombie';
    return name === 'postgres' ? 'postgres' : 'other';
  } catch {
    if (process.platform === 'linux') return 'gone';
  }
  try {
    process.kill(pid, 0);
    return 'postgres';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'postgres' : 'gone';
  }
}

/** Number of the postmaster written in its lock file, null without one. */
export function postmasterOf(dataDir: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(`${dataDir}/postmaster.pid`, 'utf8'), 10);
    return pid > 0 ? pid : null;
  } catch {
    return null;
  }
}
