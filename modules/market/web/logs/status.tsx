import { count } from '#kit/web/format.ts';
import { Tag, type Tone } from '#kit/web/Tag.tsx';

/** What the caller did wrong warns, what the server did is bad. */
function statusTone(status: number): Tone {
  if (status < 400) return 'ok';
  return status < 500 ? 'warn' : 'bad';
}
export const HttpStatus = ({ value }: { value: number }) => <Tag tone={statusTone(value)}>{value}</Tag>;

/** Milliseconds; short ones with a digit behind the point. */
export const millis = (time: number): string => (time < 10 ? time.toFixed(1) : count(Math.round(time)));
