import type { SealPurposes } from '#kit/server/outbound/sealed-address.ts';

/** What the sealed secrets of an alert are for. */
export const alertPurposes = (id: string): SealPurposes => ({
  address: `quality.alert.address:${id}`,
  secret: `quality.alert.secret:${id}`,
});
