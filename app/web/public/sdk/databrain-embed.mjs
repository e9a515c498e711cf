import './databrain-embed.js';

globalThis.Databrain.server ??= new URL(import.meta.url).origin;
export const embed = globalThis.Databrain.embed;
