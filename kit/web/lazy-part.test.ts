import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPart } from './lazy-part.ts';
import { whenToastWaits } from './toast.ts';

const gone = () => Promise.reject(new Error('Failed to fetch dynamically imported module'));

function surroundings(there: boolean[]) {
  const did: string[] = [];
  return {
    did,
    around: {
      isServerThere: () => Promise.resolve(there.shift() ?? true),
      pause: () => Promise.resolve(void did.push('pause')),
      reload: () => void did.push('reload'),
    },
  };
}

describe('a part that does not load', () => {
  beforeEach(() => sessionStorage.clear());
  afterEach(() => whenToastWaits(null));

  it('is waited for while the connection is lost, which is told once, without a reload', async () => {
    let told = 0;
    whenToastWaits(() => (told += 1));
    const answers = [gone, gone, () => Promise.resolve('part')];
    const { did, around } = surroundings([false, false]);
    expect(await loadPart(() => (answers.shift() ?? gone)(), around)).toBe('part');
    expect(did).toEqual(['pause', 'pause']);
    expect(told).toBe(1);
  });

  it('of an older version loads the application again, once', async () => {
    const { did, around } = surroundings([true, true]);
    void loadPart(gone, around);
    await expect.poll(() => did).toEqual(['reload']);
    await expect(loadPart(gone, around)).rejects.toThrow('dynamically imported');
    expect(did).toEqual(['reload']);
  });
});
