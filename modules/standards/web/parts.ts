export { SourceSelect, TableSelect } from './contrast/pickers.tsx';
export { ElementSelect } from './element/ElementSelect.tsx';
