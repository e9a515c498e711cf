import type { StoreApi } from 'zustand';
import type { Design } from '#kit/web/designer/store.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import type { StartNode } from '../../../contract/tree.ts';
import { writeTree } from '../../../core/tree/write.ts';
import type { modelApi as api } from '../api.ts';

export type Model = CallReply<typeof api.model.get>;

/** The process of a model in both views: at least one of the two is there, and they say the same. */
export interface Draft {
  /** null: only the BPMN view can show it */
  readonly tree: StartNode | null;
  /** null: the text is what is made of the tree */
  readonly xml: string | null;
}
export type Store = StoreApi<Design<Draft>>;

export const draftOf = ({ kind, tree, bpmnXml }: Pick<Model, 'kind' | 'tree' | 'bpmnXml'>): Draft =>
  kind === 'simple' ? { tree: tree as StartNode, xml: bpmnXml } : { tree: null, xml: bpmnXml };

/** The BPMN text of a draft. */
export const xmlOf = ({ tree, xml }: Draft, head: { readonly key: string; readonly name: string }): string =>
  xml ?? (tree ? writeTree(head, tree) : '');
