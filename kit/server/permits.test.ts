import { describe, expect, it } from 'vitest';
import { AppError } from '#kit/contract/errors.ts';
import { Permits } from './permits.ts';

describe('permits', () => {
  it('are held by so many at once, and handed on in the order of those who wait', async () => {
    const permits = new Permits(1);
    const release = await permits.acquire();
    const turns: string[] = [];
    const waiting = ['a', 'b'].map((name) => permits.run(async () => turns.push(name)));
    await Promise.resolve();
    expect(turns).toEqual([]);
    release();
    release(); // a second time changes nothing
    await Promise.all(waiting);
    expect(turns).toEqual(['a', 'b']);
    await permits.acquire();
  });

  it('pass over who has given up', async () => {
    const permits = new Permits(1);
    const release = await permits.acquire();
    const leaving = new AbortController();
    const left = permits.acquire({ signal: leaving.signal });
    const tooLong = () => new AppError('throttle.exceeded', '等待过久');
    const late = permits.acquire({ limit: { waitMs: 1, tooLong } });
    const staying = permits.acquire();
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    await expect(late).rejects.toMatchObject({ key: 'throttle.exceeded' });
    release();
    (await staying)();
    await expect(permits.acquire({ signal: AbortSignal.abort(new Error('came too late')) })).rejects.toThrow('came too late');
  });

  it('are released by work that fails', async () => {
    const permits = new Permits(1);
    await expect(permits.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await permits.acquire();
  });
});
