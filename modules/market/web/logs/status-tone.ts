import type { Tone } from '#kit/web/Tag.tsx';

/** Tone of an HTTP status: what the caller did wrong warns, what the server did is bad. */
export function statusTone(status: number): Tone {
  if (status < 400) return 'ok';
  return status < 500 ? 'warn' : 'bad';
}
