import { createClient } from '#kit/web/client.ts';
import { defineEntityPage } from '#kit/web/entity-page/define-entity-page.tsx';
import { pageFields } from '#kit/web/entity-page/fields.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { send } from '#kit/web/send.ts';
import { NameTool } from '../naming/NameTool.tsx';
import { standardRoot, rootFields } from '../../contract/root.ts';

// its own calls alone: the client of the module brings the schemas of every page
const api = createClient({ standardRoot }, send);

const Roots = defineEntityPage({
  title: '词根',
  label: '词根',
  api: api.standardRoot,
  nameField: 'rootName',
  ...pageFields(rootFields),
});

/** 词根, and what names they make. */
export default function RootPage() {
  return (
    <>
      <PageActions>
        <NameTool />
      </PageActions>
      <Roots />
    </>
  );
}
