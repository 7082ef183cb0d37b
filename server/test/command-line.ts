import assert from 'node:assert/strict';
import { runProgram } from '../src/cli/run.ts';
import type { TenantId } from '../src/platform/ids.ts';

type Environment = Record<string, string>;

/** A person at a terminal: its width, and the answer to every question. */
type Person = { width?: number; answer?: string };

/** Runs operator commands in an environment, as typed: blanks separate the words. `input` is the standard input. */
export function commandLine(usual: Environment, { width, answer }: Person = {}) {
  async function run(line: string, environment: Environment = usual, input = '') {
    let [out, err] = ['', ''];
    const code = await runProgram(line.split(' '), {
      environment,
      screen: { width, style: (_format, text) => text },
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      readSecret: async () => input,
      ask: async () => answer,
    });
    return { code, out, err };
  }

  /** Runs a command that must succeed, and parses its one line. */
  async function json(line: string, more: Environment = {}, input = '') {
    const { code, out, err } = await run(`${line} --json`, { ...usual, ...more }, input);
    assert.deepEqual([code, err], [0, ''], line);
    assert.match(out, /^[^\n]+\n$/);
    return JSON.parse(out);
  }

  /** Runs a command that must be refused, and returns the sentence. */
  async function refusal(line: string, expectedCode: number) {
    const { code, out, err } = await run(`${line} --json`);
    assert.deepEqual([code, out], [expectedCode, ''], line);
    assert.match(err, /^[^\n]+\n$/);
    const { error, ...rest } = JSON.parse(err);
    assert.deepEqual(rest, {});
    return error as string;
  }

  /** A tenant in Japan with a project and two staff members. */
  async function newTenant() {
    const { tenant_id } = await json('tenant create --name Acme --country JP --timezone Asia/Tokyo');
    const of = `--tenant ${tenant_id}`;
    const { project_id } = await json(`project create ${of} --name Sales`);
    const one = await json(`staff create ${of} --name Hanako --phone 03-1234-5678`);
    const two = await json(`staff create ${of} --name Ichiro`);
    return { tenantId: tenant_id as TenantId, of, project: project_id as number, staff: [one.staff_id, two.staff_id] };
  }

  return { run, json, refusal, newTenant };
}
