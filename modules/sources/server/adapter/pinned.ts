import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { addressRefused, hostProblem } from '#kit/contract/address.ts';
import { resolveOnce } from '#kit/server/outbound/index.ts';
import { HOST_REFUSED } from '../../contract/connection.ts';
import { SourceError } from './types.ts';

/**
 * The address behind a host of a source: looked up once, so that a second look-up cannot lead elsewhere, and connected to by number.
 * Throws SourceError for addresses that are never a database (kit/contract/address.ts) and for names that lead to one.
 */
export async function pinned(host: string): Promise<string> {
  const problem = hostProblem(host, HOST_REFUSED);
  if (problem) throw new SourceError('unreachable', problem);
  const addresses = await resolveOnce(host, (address) => {
    if (addressRefused(address)) throw new SourceError('unreachable', '该主机名指向不允许的地址');
  });
  return addresses[0]!;
}

/** Connects to the address that was checked, for drivers that let themselves be sent elsewhere by a server. Throws like `pinned`. */
export async function connectPinned(to: { host: string; port: number }, _lookup?: unknown, signal?: AbortSignal): Promise<Socket> {
  const socket = connect({ host: await pinned(to.host), port: to.port, ...(signal && { signal }) });
  await once(socket, 'connect');
  return socket;
}
