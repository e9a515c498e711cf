/** Longest term of a key, a plan, a subscription and the use of a resource, days. */
export const MAX_DAYS = 3650;
