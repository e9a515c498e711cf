import { area } from './area.ts';
import { department } from './department.ts';
import { expiry } from './expiry.ts';
import { intellectualProperty } from './intellectual-property.ts';
import { qualityProject } from './quality-project.ts';
import { supplier } from './supplier.ts';
import { practicingQualification } from './practicing-qualification.ts';
import { practicingType } from './practicing-type.ts';

export const projects = {
  area,
  expiry,
  practicingType,
  practicingQualification,
  intellectualProperty,
  qualityProject,
  department,
  supplier,
};
