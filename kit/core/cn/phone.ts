/** An area code and seven or eight digits with an extension; 400 and 800 numbers. */
const PHONE = /^(?:\(?0(?:10|2\d|[3-9]\d{2})\)?[- ]?[2-8]\d{6,7}(?:[-转]\d{1,6})?|[48]00-?\d{3}-?\d{4})$/;

/** What is wrong with a 固定电话 with its area code, or a 400 or 800 number. */
export const phoneProblem = (text: string): string | null => (PHONE.test(text) ? null : '固定电话应为区号加7至8位号码，如 010-62345678');
