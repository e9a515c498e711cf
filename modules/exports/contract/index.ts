import { transfer } from './transfer.ts';

/** The calls of the module. */
export const exportCentre = { transfer };
