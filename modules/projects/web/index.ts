export { AreaPicker, AreaText } from './AreaPicker.tsx';

/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'project/intellectualProperty/index': () => import('./IntellectualPropertyPage.tsx'),
  'project/qualityProject/index': () => import('./QualityProjectPage.tsx'),
  'project/department/index': () => import('./DepartmentPage.tsx'),
  'project/practicingType/index': () => import('./practicing/PracticingTypePage.tsx'),
  'project/practicingQualification/index': () => import('./practicing/QualificationPage.tsx'),
  'project/supplier/index': () => import('./SupplierPage.tsx'),
  'project/sysArea/index': () => import('./SysAreaPage.tsx'),
};
