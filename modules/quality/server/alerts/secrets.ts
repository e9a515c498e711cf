/** What the sealed secrets of an alert are for: one copied to another row does not open there. */
export const addressPurpose = (id: string): string => `quality.alert.address:${id}`;
export const secretPurpose = (id: string): string => `quality.alert.secret:${id}`;
