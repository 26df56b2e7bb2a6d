/**
 * The floor of showing a chosen photo: the browser decodes it to the size of a small one, and the page shows that. Nothing is checked, turned,
 * written or stored.
 */
const SMALL_SIDE = 640;

document.querySelector('input')?.addEventListener('change', async ({ currentTarget }) => {
  const [file] = (currentTarget as HTMLInputElement).files ?? [];
  if (!file) return;
  const bitmap = await createImageBitmap(file, { resizeWidth: SMALL_SIDE });
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
  document.body.replaceChildren(canvas);
});
