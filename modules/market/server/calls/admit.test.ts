import { describe, expect, it } from 'vitest';
import { assertFresh } from './admit.ts';
import type { Registry } from './registry.ts';

/** A node that cannot read what is granted. */
const blind = { isFresh: false, look: () => Promise.resolve() } as unknown as Registry;

describe('a node that does not know what is granted', () => {
  it('says that a key is missing, which waiting would not mend', async () => {
    await expect(assertFresh(blind, {})).rejects.toMatchObject({ key: 'api.keyMissing' });
  });
  it('asks whoever names a key, and the test call of the console, to come again', async () => {
    await expect(assertFresh(blind, { api_key: 'any' })).rejects.toMatchObject({ key: 'api.overload' });
    await expect(assertFresh(blind, null)).rejects.toMatchObject({ key: 'api.overload' });
  });
});
