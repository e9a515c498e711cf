import { dateTime } from '#kit/web/format.ts';

/** A share as `12.3%`; above zero but below 0.1 % as `<0.1%`. */
export const percentText = (share: number): string => {
  if (share > 0 && share < 0.001) return '<0.1%';
  if (share < 1 && share > 0.999) return '>99.9%';
  return `${(share * 100).toFixed(share === 0 || share === 1 ? 0 : 1)}%`;
};

const format = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });
/** At most six digits that mean something; null stays null. */
export const numberText = (value: number | null): string | null => (value === null ? null : format.format(value));

/** A time stamp of a source in the display format; other texts are returned unchanged. */
export const timeText = (value: string): string => (/^\d{4}-\d\d-\d\d$/.test(value) ? value : (dateTime(value) ?? value));
/** An edge of a histogram over moments. */
export const momentText = (value: number): string => dateTime(new Date(value))?.slice(0, 10) ?? '';
