import type { Locator } from 'playwright-core';
import decodeQR from 'qr/decode.js';

/** Reads a QR code from its pixels on the screen, as a camera does. */
export async function readQrCode(code: Locator): Promise<string> {
  const picture = (await code.screenshot()).toString('base64');
  // The page of the console may not load pictures from elsewhere.
  const blank = await code.page().context().newPage();
  const { width, height, data } = await blank.evaluate<{
    width: number;
    height: number;
    data: number[];
  }>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${picture}';
    await image.decode();
    const { width, height } = image;
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
    context.drawImage(image, 0, 0);
    return { width, height, data: [...context.getImageData(0, 0, width, height).data] };
  })()`);
  await blank.close();
  return decodeQR({ width, height, data: Uint8Array.from(data) });
}
