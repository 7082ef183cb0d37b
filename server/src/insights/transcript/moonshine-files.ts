import { join } from 'node:path';
import type { Log } from '../../platform/log.ts';
import { notFetched } from '../models/not-fetched.ts';
import { keepPackageFiles, mitLicense, type PackageFiles } from '../models/npm-package.ts';

/** Its name in answers, and the name of its folder. */
export const moonshineName = 'moonshine-base-1';

/** Later versions also contain a Spanish model, which is not free. As a dependency the package would install 549 MB. */
const moonshine: PackageFiles = {
  about: 'the English speech model (67 MB)',
  spec: '@usefulsensors/moonshine-js@0.1.16',
  integrity: 'sha512-iQIF4XHwyPxBm1l/ECJPjJLQj8RvlYj2guRsiUgrfa9vSE3gYXeaoV2DHjNgi7NIUTyl648AG2t+Ndbrj+L7TA==',
  files: {
    'dist/model/base/quantized/encoder_model.onnx': 'encoder_model.onnx',
    'dist/model/base/quantized/decoder_model_merged.onnx': 'decoder_model_merged.onnx',
  },
  license: mitLicense('2024 Useful Sensors, Inc. (dba Moonshine AI)'),
};

/** Downloads the English speech model if it is not there yet: 67 MB, of which 63 MB are kept. */
export async function moonshineFiles(folder: string, wanted = moonshine, note?: Log) {
  const own = join(folder, moonshineName);
  try {
    await keepPackageFiles(own, wanted, note);
  } catch (error) {
    throw notFetched('The English speech model could not be fetched, so calls are not transcribed.', error);
  }
  return { encoder: join(own, 'encoder_model.onnx'), decoder: join(own, 'decoder_model_merged.onnx') };
}
