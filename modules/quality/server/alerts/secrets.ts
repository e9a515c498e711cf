import type { RobotPurposes } from '#kit/server/robot/index.ts';

/** What the sealed secrets of an alert are for. */
export const alertPurposes = (id: string): RobotPurposes => ({
  address: `quality.alert.address:${id}`,
  secret: `quality.alert.secret:${id}`,
});
