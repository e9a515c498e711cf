export { AreaPicker, AreaText } from './AreaPicker.tsx';

/** The module has no pages of its own yet: its parts are used on the pages of others. */
export const pages = {};
