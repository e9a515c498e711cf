import { expect } from 'vitest';
import type { Program } from './harness.ts';
import type { SecondDatabase } from './second-database.ts';

/** A synchronisation waits for its turn and then reads the whole catalogue. */
export const SYNC_MS = 90_000;

/** Synchronises a source through the API and waits for the end. */
export async function synchronised(call: Program, id: string): Promise<void> {
  await call('POST', `/data/metadata/sources/sync/${id}`);
  const state = async () => (await call<{ isSync: string }>('GET', `/data/metadata/sources/sync/${id}`)).isSync;
  await expect.poll(state, { timeout: SYNC_MS, interval: 500 }).toBe('2');
}

/** Registers and synchronises a source as a program does; answers its id. */
export async function registered(call: Program, database: SecondDatabase, name: string, over = {}): Promise<string> {
  const { id } = await call<{ id: string }>('POST', '/data/metadata/sources', database.body(name, over));
  await synchronised(call, id);
  return id;
}
