import { area } from './area.ts';
import { expiry } from './expiry.ts';

export const projects = { area, expiry };
