import { file } from './file.ts';

export const files = { file };
