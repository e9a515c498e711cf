import { day } from '#kit/web/format.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import { useState } from 'react';

/** The day that the server has now, `2026-03-01`. */
export function useServerDay(): string {
  const [today] = useState(() => day(new Date(serverNow())) ?? '');
  return today;
}
