import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../config.ts';
import { isRuntimeFetched, refusalHere } from '../../../insights/models/runtime.ts';
import { moonshineName } from '../../../insights/transcript/moonshine-files.ts';
import { whisperNames } from '../../../insights/transcript/whisper-files.ts';
import { vadName } from '../../../insights/voice/silero.ts';
import { type ModelService, readModelService } from '../../../platform/network/model-service.ts';
import type { Finding } from './finding.ts';

const patienceMs = 5_000;

/** The engines that transcribe and summarize calls, and whether they answer. */
export async function examineInsights(config: Config): Promise<Finding[]> {
  const speech = readModelService(config.TRANSCRIPTION_URL);
  const chat = readModelService(config.SUMMARY_URL);
  return [
    voice(config),
    speech ? await examineService('transcription', speech) : embedded(config),
    ...(chat ? [await examineService('summary', chat)] : []),
  ];
}

function voice({ DATA_DIR }: Config): Finding {
  if (refusalHere !== undefined) return { check: 'analysis', status: 'warn', message: refusalHere };
  const models = join(DATA_DIR, 'models');
  const isFetched = isRuntimeFetched(models) && existsSync(join(models, vadName));
  const engine = 'the model runtime and the voice model';
  const state = isFetched ? `${engine} are downloaded` : `the first one downloads ${engine}`;
  return { check: 'analysis', status: 'ok', message: `Calls are analyzed on this machine; ${state}.` };
}

function embedded({ DATA_DIR, TRANSCRIPTION_MODEL }: Config): Finding {
  const state = (name: string) => (existsSync(join(DATA_DIR, 'models', name)) ? 'downloaded' : 'not downloaded yet');
  const message =
    `Calls are transcribed on this machine; the English model is ${state(moonshineName)}, ` +
    `that of other languages (${TRANSCRIPTION_MODEL}) is ${state(whisperNames[TRANSCRIPTION_MODEL])}.`;
  return { check: 'transcription', status: 'ok', message };
}

/** Not every service lists its models, but every service answers. */
async function examineService(check: string, { url, model, key }: ModelService): Promise<Finding> {
  const { host } = new URL(url);
  const wrong = (message: string): Finding => ({ check, status: 'fail', message });
  try {
    const { status } = await fetch(`${url}/models`, {
      headers: key ? { authorization: `Bearer ${key}` } : {},
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
    if (status === 401 || status === 403) return wrong(`${host} refuses the key (${status}).`);
    if (status >= 500) return wrong(`${host} answers ${status}.`);
    return { check, status: 'ok', message: `${host} answers; the model is ${model}.` };
  } catch {
    return wrong(`${host} cannot be reached, or does not answer within ${patienceMs / 1_000} s.`);
  }
}
