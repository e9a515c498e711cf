import { standardDict } from './dict.ts';
import { standardType } from './type.ts';

/** All calls of the module. */
export const standards = { standardType, standardDict };
