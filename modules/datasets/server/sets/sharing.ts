import { sharingProposals } from '#modules/library/server/index.ts';

/** Sharing of data sets may need an approval. */
export const dataSetSharing = sharingProposals('dataset', { code: 'visual.dataSetShare', businessCode: '7011.share' });
