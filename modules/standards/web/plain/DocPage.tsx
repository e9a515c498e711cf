import { createClient } from '#kit/web/client.ts';
import { defineEntityPage } from '#kit/web/entity-page/define-entity-page.tsx';
import { pageFields } from '#kit/web/entity-page/fields.tsx';
import { send } from '#kit/web/send.ts';
import { standardDoc, docFields } from '../../contract/doc.ts';

// its own calls alone: the client of the module brings the schemas of every page
const api = createClient({ standardDoc }, send);

export default defineEntityPage({
  title: '标准文件',
  label: '标准文件',
  api: api.standardDoc,
  nameField: 'docName',
  ...pageFields(docFields),
});
