import { deliveryDefects } from './delivery.ts';
import { salesDefects } from './sales.ts';
import { staffDefects } from './staff.ts';

/** Every fault that is planted on purpose. */
export const DEFECTS = [...staffDefects, ...salesDefects, ...deliveryDefects] as const;

export type DefectCode = (typeof DEFECTS)[number]['code'];
const COUNTS = new Map<string, number>(DEFECTS.map((defect) => [defect.code, defect.count]));
export const countOf = (code: DefectCode): number => COUNTS.get(code) as number;
