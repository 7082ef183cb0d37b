import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { atEnd } from '../at-end.ts';
import { until } from '../until.ts';
import { fetchPrograms, type Programs } from './programs.ts';
import { type PhoneLab, startPhoneLab } from './start-phone-lab.ts';

/** The labs of this test file. */
const labs: PhoneLab[] = [];

/** Declares tests that need telephones: Asterisk has the carrier and the phones of the lab. */
export async function withPhoneLab(declare: (lab: PhoneLab) => unknown): Promise<void> {
  await withFreshPhoneLab(async (lab) => {
    await lab.addParties();
    await declare(lab);
  });
}

/**
 * Declares tests that begin with an Asterisk as on the first day: the files of deploy/asterisk, no trunk and no phone. No test
 * may leave anything in Asterisk.
 */
export async function withFreshPhoneLab(declare: (lab: PhoneLab) => unknown): Promise<void> {
  await withPrograms(async (programs) => {
    const lab = await startPhoneLab(programs);
    atEnd(lab.stop);
    // One hook for all labs, because a failing hook prevents the others from running.
    if (labs.push(lab) === 1) afterEach(assertNoLeftovers);
    await declare(lab);
  });
}

export const withPrograms = (declare: (programs: Programs) => unknown) => withFetched(fetchPrograms, declare);

/** If Debian's programs cannot be fetched, their tests are skipped with a message; in CI they fail. */
export async function withFetched<Fetched>(
  fetch: () => Promise<Fetched>,
  declare: (programs: Fetched) => unknown,
): Promise<void> {
  let programs: Fetched;
  try {
    programs = await fetch();
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    const reason = `NO TELEPHONES: these tests did not run, because programs of Debian could not be fetched. ${error}`;
    console.error(reason);
    test('the phone lab', { skip: reason }, () => {});
    return;
  }
  await declare(programs);
}

/** Also removes the leftovers, because otherwise every later test would fail. */
async function assertNoLeftovers(): Promise<void> {
  const leftovers = await Promise.all(
    labs.map(async (lab) => {
      const isFree = async () => (await lab.leftovers()).length === 0;
      if (await until(isFree, 5).catch(() => false)) return [];
      const left = await lab.leftovers();
      await lab.removeLeftovers();
      return left;
    }),
  );
  assert.deepEqual(leftovers.flat(), [], 'Asterisk has channels or bridges that nobody needs');
}
