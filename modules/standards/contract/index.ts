import { contrast, contrastDict } from './contrast.ts';
import { standardDict } from './dict.ts';
import { mapping } from './mapping.ts';
import { standardType } from './type.ts';

/** All calls of the module. */
export const standards = { standardType, standardDict, contrast, contrastDict, mapping };
