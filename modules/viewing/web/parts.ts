export { givePublicSources, publicTransport } from './view/public-transport.ts';
export { shapeOf, viewFeed, type ViewFeed } from './view/view-feed.ts';
