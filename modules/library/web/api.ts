import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { editorCalls } from '../contract/editor.ts';
import { folderCalls } from '../contract/folder.ts';
import { grantCalls } from '../contract/grant.ts';
import { visualHome } from '../contract/home.ts';
import { versionCalls } from '../contract/version.ts';

/** The calls of folders, grants, editors and versions, of documents of all kinds. */
export const api = createClient(
  { editor: editorCalls, folder: folderCalls, grant: grantCalls, version: versionCalls, home: visualHome },
  send,
);
