import { area } from './area.ts';

export const projects = { area };
