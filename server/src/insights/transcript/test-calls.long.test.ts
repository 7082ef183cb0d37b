import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../test/at-end.ts';
import { modelsFolder } from '../../../test/models-folder.ts';
import { characterErrorRate } from '../../../test/voices/character-errors.ts';
import { conversationOf, conversationsIn } from '../../engine/simulator/conversations.ts';
import { speak } from '../../engine/simulator/speech.ts';
import { autoLanguage } from '../../platform/text/language.ts';
import { analyzeVoice } from '../voice/analyze-voice.ts';
import { embeddedEngine } from './embedded-engine.ts';
import { transcribe } from './transcribe.ts';

// The first transcript that a new user sees is that of a test call, so the engines must understand every one of them.

const folder = mkdtempSync(join(tmpdir(), 'trunkline-test-calls-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const surroundings = { now: () => new Date(), report: () => {} };
const engine = embeddedEngine({ folder: modelsFolder });

for (const language of ['en', 'ja'])
  for (const variant of conversationsIn(language))
    test(`test call ${variant} (${language}) is understood`, async () => {
      const conversation = conversationOf(variant);
      const file = join(folder, `${variant}.wav`);
      writeFileSync(file, await speak(conversation));
      const { utterances } = await analyzeVoice(file, modelsFolder, surroundings);
      const found = await transcribe(file, { utterances, language: autoLanguage, engine }, surroundings);
      assert.equal(found.language, language);
      for (const speaker of ['staff', 'customer'] as const) {
        const said = conversation.turns.filter((turn) => turn.speaker === speaker).map(({ text }) => text);
        const written = found.segments?.filter((segment) => segment.speaker === speaker).map(({ text }) => text);
        assert.equal(
          characterErrorRate(said.join(''), written?.join('') ?? ''),
          0,
          `${speaker}: ${written?.join(' / ')}`,
        );
      }
    });
