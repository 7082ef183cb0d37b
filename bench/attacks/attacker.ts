// Sends one body repeatedly on several connections, in a child process, until it is stopped. It then reports how often each
// status was answered, and the largest answer.
import { Agent, request } from 'node:http';

export type Attacking = { url: string; headers: Record<string, string>; body: string; connections: number };
export type AttackAnswer = { statuses: Record<number, number>; largest: number };

function send(agent: Agent, { url, headers, body }: Attacking, answered: AttackAnswer): Promise<void> {
  return new Promise((done) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const status = response.statusCode ?? 0;
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
      });
      response.on('close', () => {
        answered.statuses[status] = (answered.statuses[status] ?? 0) + 1;
        answered.largest = Math.max(answered.largest, length);
        done();
      });
    });
    sent.on('error', () => done());
    sent.end(body);
  });
}

let agent = new Agent();
let answered: AttackAnswer = { statuses: {}, largest: 0 };

function start(task: Attacking): void {
  const current = new Agent({ keepAlive: true, maxSockets: task.connections });
  const counted: AttackAnswer = { statuses: {}, largest: 0 };
  [agent, answered] = [current, counted];
  const sendOn = async () => {
    while (agent === current) await send(current, task, counted);
  };
  for (let connection = 0; connection < task.connections; connection++) void sendOn();
}

process.on('message', (task: Attacking | 'stop') => {
  if (task !== 'stop') return start(task);
  agent.destroy();
  agent = new Agent();
  process.send?.(answered);
});
process.on('disconnect', () => process.exit()); // The parent process is gone.
