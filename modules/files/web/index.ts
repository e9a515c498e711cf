export { DocumentUpload, FileThumbs, ImageUpload } from './bound.tsx';
