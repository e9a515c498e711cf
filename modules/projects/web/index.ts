export { AreaPicker, AreaText } from './AreaPicker.tsx';
