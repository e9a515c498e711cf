// The rules that others make valid records by.
export { addDays, dayAt, daysLeft, expiryStatus } from './expiry.ts';
export { suggestedExpiry } from './intellectual-property.ts';
export { normalName, similarKey } from './normal-name.ts';
export { isPatent, patentCheckDigit } from './patent-number.ts';
export { DEFAULT_WEIGHTS, gradeOf, scoreOf, type Marks } from './supplier-score.ts';
export type { ListStatus } from './supplier-status.ts';
