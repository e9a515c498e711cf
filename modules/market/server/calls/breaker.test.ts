import { describe, expect, it, vi } from 'vitest';
import type { ErrorKey } from '#kit/contract/errors.ts';
import { Breaker, type BreakerState } from './breaker.ts';

function bench() {
  const turns: [string, BreakerState, number][] = [];
  const clock = { now: 0 };
  const breaker = new Breaker(
    (...turn) => turns.push(turn),
    () => clock.now,
  );
  const fail = (key: ErrorKey = 'source.unreachable', source = 's') =>
    breaker.run(
      source,
      (error) => error as ErrorKey,
      () => Promise.reject(key as unknown as Error),
    );
  const succeed = (source = 's') =>
    breaker.run(
      source,
      (error) => error as ErrorKey,
      () => Promise.resolve('rows'),
    );
  const failTimes = async (times: number, key?: ErrorKey) => {
    for (let i = 0; i < times; i++) await fail(key).catch(() => undefined);
  };
  return { breaker, turns, clock, fail, succeed, failTimes };
}

describe('the breaker of a source', () => {
  it('opens after five failures in a row, tells when to come again, and leaves other sources alone', async () => {
    const { fail, failTimes, succeed, turns, breaker } = bench();
    await failTimes(4);
    expect(await succeed()).toBe('rows');
    await failTimes(4);
    await expect(fail()).rejects.toBe('source.unreachable');
    await expect(succeed()).rejects.toMatchObject({ key: 'api.overload', detail: { retryAfter: 1 } });
    expect(await succeed('other')).toBe('rows');
    expect(turns).toEqual([['s', 'open', 5]]);
    expect(breaker.open).toEqual([{ sourceId: 's', state: 'open', failures: 5 }]);
  });

  it('lets one call look after half a second, and closes when it is answered', async () => {
    const { failTimes, succeed, turns, clock, fail } = bench();
    await failTimes(5);
    clock.now = 499;
    await expect(succeed()).rejects.toMatchObject({ key: 'api.overload' });
    clock.now = 500;
    await expect(fail()).rejects.toBe('source.unreachable');
    await expect(succeed()).rejects.toMatchObject({ key: 'api.overload' });
    clock.now = 1000;
    expect(await succeed()).toBe('rows');
    expect(await succeed()).toBe('rows');
    expect(turns.map(([, state]) => state)).toEqual(['open', 'closed']);
  });

  it('lets the next one look at once when a call was refused before it asked, as one whose quota is spent', async () => {
    const { failTimes, succeed, fail, clock, turns } = bench();
    await failTimes(5);
    clock.now = 500;
    await expect(fail('api.quota')).rejects.toBe('api.quota');
    expect(await succeed()).toBe('rows');
    expect(turns.map(([, state]) => state)).toEqual(['open', 'closed']);
  });

  it('waits for the next look when who looked went away', async () => {
    const { failTimes, succeed, fail, clock } = bench();
    await failTimes(5);
    clock.now = 500;
    await expect(fail('api.callerGone')).rejects.toBe('api.callerGone');
    await expect(succeed()).rejects.toMatchObject({ key: 'api.overload' });
  });

  it('lets the next one look while a probe hangs', async () => {
    const { breaker, failTimes, succeed, clock } = bench();
    await failTimes(5);
    clock.now = 500;
    let end: (error: unknown) => void = () => undefined;
    const hanging = breaker.run(
      's',
      (error) => error as ErrorKey,
      () => new Promise((_, reject) => (end = reject)),
    );
    await expect(succeed()).rejects.toMatchObject({ key: 'api.overload' });
    clock.now = 1000;
    expect(await succeed()).toBe('rows');
    end('source.timeout');
    await expect(hanging).rejects.toBe('source.timeout');
    expect(await succeed()).toBe('rows');
  });

  it('keeps nobody waiting for a source that is left alone, probes included; what is answered late closes it', async () => {
    const { breaker, failTimes, succeed, clock } = bench();
    const answers: ((rows: string) => void)[] = [];
    const call = (source = 's') =>
      breaker.run(
        source,
        (error) => error as ErrorKey,
        () => new Promise<string>((resolve) => void answers.push(resolve)),
      );
    const [early, other] = [call(), call('other')];
    await failTimes(5);
    clock.now = 500;
    const probe = call();
    clock.now = 1500;
    await expect(early).rejects.toMatchObject({ key: 'api.overload', detail: { retryAfter: 1 } });
    clock.now = 2000;
    await expect(probe).rejects.toMatchObject({ key: 'api.overload' });
    expect(breaker.open).toHaveLength(1);
    answers[2]!('late');
    await vi.waitFor(() => expect(breaker.open).toEqual([]));
    expect(await succeed()).toBe('rows');
    answers[1]!('others wait for their source');
    expect(await other).toBe('others wait for their source');
  });

  it.each(['input.invalid', 'api.quota', 'throttle.exceeded', 'api.tooLarge', 'gate.refused', 'entity.notFound'] as const)(
    'does not mind %s',
    async (key) => {
      const { failTimes, succeed } = bench();
      await failTimes(20, key);
      expect(await succeed()).toBe('rows');
    },
  );
});
