import { createClient } from '#kit/web/client.ts';
import { defineEntityPage } from '#kit/web/entity-page/define-entity-page.tsx';
import { pageFields } from '#kit/web/entity-page/fields.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { send } from '#kit/web/send.ts';
import type { Column, RowOf } from '#kit/web/table/types.ts';
import { DocumentUpload } from '#modules/files/web/index.ts';
import { docFormFields, standardDoc } from '../../contract/doc.ts';

// its own calls alone: the client of the module brings the schemas of every page
const api = createClient({ standardDoc }, send);
const TYPES = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'png', 'jpg', 'jpeg'];
type Row = RowOf<typeof api.standardDoc>;
const { search, columns, form } = pageFields(docFormFields);
const withFiles = (cell: Partial<Column<Row>>): Column<Row>[] =>
  columns.map((column): Column<Row> => (column.field === 'files' ? { ...column, ...cell, field: 'files' as const } : column));
const filesOf = (names: string | null): number => (names ?? '').split(',').filter(Boolean).length;

export default defineEntityPage({
  title: '标准文件',
  label: '标准文件',
  api: api.standardDoc,
  nameField: 'docName',
  search,
  columns: withFiles({
    width: 80,
    sort: false,
    render: (row: { files: string | null }) => (filesOf(row.files) === 0 ? '—' : `${filesOf(row.files)} 个`),
  }),
  form: form.map((field): FormField<InputOf<typeof api.standardDoc>> =>
    field.field === 'files'
      ? { ...field, field: 'files' as const, wide: true, render: (props) => <DocumentUpload {...props} types={TYPES} limit={5} /> }
      : field,
  ),
  facts: withFiles({ render: (row: { files: string | null }) => (row.files ? <DocumentUpload value={row.files} disabled /> : '—') }),
});
