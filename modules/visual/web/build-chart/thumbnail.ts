/** Size of thumbnails, as the family keeps them. */
const WIDTH = 250;
const HEIGHT = 150;

/** A small picture of a chart out of a large one; null when the browser cannot make it. */
export async function thumbnailOf(png: string): Promise<string | null> {
  const image = new Image();
  const isLoaded = await new Promise<boolean>((resolve) => {
    image.addEventListener('load', () => resolve(true));
    image.addEventListener('error', () => resolve(false));
    image.src = png;
  });
  if (!isLoaded || image.width === 0) return null;
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  const scale = Math.min(WIDTH / image.width, HEIGHT / image.height);
  const [w, h] = [image.width * scale, image.height * scale];
  pen.drawImage(image, (WIDTH - w) / 2, (HEIGHT - h) / 2, w, h);
  return canvas.toDataURL('image/webp', 0.85);
}
