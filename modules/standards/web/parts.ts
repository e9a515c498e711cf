export { SourceSelect, TableSelect } from './contrast/pickers.tsx';
