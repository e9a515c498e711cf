export { AreaPicker, AreaText } from './AreaPicker.tsx';

/** Page keys of the menus → pages, loaded when they are opened. */
export const pages = {
  'project/supplier/index': () => import('./SupplierPage.tsx'),
  'project/sysArea/index': () => import('./SysAreaPage.tsx'),
};
