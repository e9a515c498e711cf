import { area } from './area.ts';
import { expiry } from './expiry.ts';
import { supplier } from './supplier.ts';
import { practicingQualification } from './practicing-qualification.ts';
import { practicingType } from './practicing-type.ts';

export const projects = { area, expiry, practicingType, practicingQualification, supplier };
