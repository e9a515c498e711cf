import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';

/** What was measured over one step of the history. */
export type Point = CallReply<typeof api.monitor.history>['points'][number];

const tenth = (value: number): number => Math.round(value * 10) / 10;
/** Calls of a step as calls a minute. */
export const perMinute = (calls: number, stepMinutes: number): number => tenth(calls / stepMinutes);
/** Percent of one core as percent of all of them. */
export const cpuShare = (percent: number, cpus: number): number => tenth(percent / Math.max(1, cpus));
