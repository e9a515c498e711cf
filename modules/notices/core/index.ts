// The rules that others make valid notices by.
export { dayAfter, dayOf } from './certificate-status.ts';
export { plainText } from './document.ts';
