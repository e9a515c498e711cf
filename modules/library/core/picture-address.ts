/** A drawing as the address of a picture. */
export const asPicture = (drawing: string): string => `data:image/svg+xml,${drawing.replaceAll(/[<>#%]/g, encodeURIComponent)}`;
