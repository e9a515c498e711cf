import { expect } from 'vitest';
import type { Program } from './harness.ts';
import type { SecondDatabase } from './second-database.ts';

/** A synchronisation waits for its turn and then reads the whole catalogue. */
export const SYNC_MS = 90_000;

interface SyncState {
  readonly isSync: string;
  readonly job: { readonly id: string; readonly state: string } | null;
}

/**
 * Synchronises a source through the API and waits for the end. A call made while an earlier synchronisation is still closing would join
 * that one, which has already read: so this waits for the open one, then for its own.
 */
export async function synchronised(call: Program, id: string): Promise<void> {
  const path = `/data/metadata/sources/sync/${id}`;
  const state = async () => {
    const { isSync, job } = await call<SyncState>('GET', path);
    return { isSync, jobId: job?.id, isOpen: job?.state === 'waiting' || job?.state === 'running' };
  };
  const patience = { timeout: SYNC_MS, interval: 500 };
  await expect.poll(state, patience).toMatchObject({ isOpen: false });
  const { jobId } = await call<{ jobId: string }>('POST', path);
  await expect.poll(state, patience).toEqual({ isSync: '2', jobId, isOpen: false });
}

/** Registers and synchronises a source as a program does; answers its id. */
export async function registered(call: Program, database: SecondDatabase, name: string, over = {}): Promise<string> {
  const { id } = await call<{ id: string }>('POST', '/data/metadata/sources', database.body(name, over));
  await synchronised(call, id);
  return id;
}
