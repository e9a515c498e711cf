import { createClient } from '#kit/web/client.ts';
import { defineEntityPage } from '#kit/web/entity-page/define-entity-page.tsx';
import { pageFields } from '#kit/web/entity-page/fields.tsx';
import { send } from '#kit/web/send.ts';
import { standardRoot, rootFields } from '../../contract/root.ts';

// its own calls alone: the client of the module brings the schemas of every page
const api = createClient({ standardRoot }, send);

export default defineEntityPage({
  title: '词根',
  label: '词根',
  api: api.standardRoot,
  nameField: 'rootName',
  ...pageFields(rootFields),
});
