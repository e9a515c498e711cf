export { AreaPicker, AreaSource, AreaText } from './AreaPicker.tsx';

/** A list whose records are pages: each opened record has its own tab. */
const records = <T extends () => Promise<unknown>>(load: T) => Object.assign(load, { object: 'open' });

/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'project/intellectualProperty/index': records(() => import('./IntellectualPropertyPage.tsx')),
  'project/qualityProject/index': records(() => import('./QualityProjectPage.tsx')),
  'project/department/index': records(() => import('./DepartmentPage.tsx')),
  'project/practicingType/index': () => import('./practicing/PracticingTypePage.tsx'),
  'project/practicingQualification/index': records(() => import('./practicing/QualificationPage.tsx')),
  'project/supplier/index': records(() => import('./SupplierPage.tsx')),
  'project/sysArea/index': () => import('./SysAreaPage.tsx'),
};
