import { binding } from './binding.ts';
import { contrast, contrastDict } from './contrast.ts';
import { standardDict } from './dict.ts';
import { standardElement } from './element.ts';
import { house, naming } from './house.ts';
import { mapping } from './mapping.ts';
import { standardType } from './type.ts';
import { standardUses } from './uses.ts';

/** The calls of the pages that are made by hand; plain entities have clients of their own. */
export const standards = {
  standardUses,
  standardType,
  standardDict,
  contrast,
  contrastDict,
  mapping,
  standardElement,
  binding,
  house,
  naming,
};
