import { createHash, randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

// A phone that registers with a password like real phones (RFC 3261, sections 10 and 22), and renews its registration in time.
// A far end behind it answers its calls.

export type SoftphoneAccount = {
  username: string;
  password: string;
  /** The digest that stands for the password, if the phone was given only that. */
  ha1?: string;
  /** The user in its contact, whose digits choose how it behaves: see `answering-scenario.ts`. */
  answersAs?: string;
};

export type Softphone = {
  /** Registers now. Returns the status of the answer: 200 when it is registered. */
  register(): Promise<number>;
  /** Tries to make a call. Returns the status of the answer. */
  dial(number: string): Promise<number>;
  /** Whether it answers requests; a real phone does not while it starts. It keeps its address. */
  setPower(power: 'on' | 'off'): void;
  stop(): Promise<void>;
};

type Place = { address: string; port: number };
type Places = { address: string; registrar: Place; farEnd: Place };
type Method = 'REGISTER' | 'INVITE';

const expires = 300;
const patience = 5_000;

export async function startSoftphone(account: SoftphoneAccount, places: Places): Promise<Softphone> {
  const { address, registrar, farEnd } = places;
  const { username, answersAs = username } = account;
  const socket = createSocket('udp4').bind(0, address);
  await once(socket, 'listening');
  const { port } = socket.address();
  const callId = randomUUID();
  const answers = new Map<number, (text: string) => void>();
  let cseq = 0;
  let isOn = true;

  socket.on('message', (message, from) => {
    if (!isOn) return;
    const text = message.toString();
    const isOfRegistrar = from.port === registrar.port && from.address === registrar.address;
    const to = isOfRegistrar ? farEnd : registrar;
    if (!text.includes(callId)) socket.send(message, to.port, to.address);
    else if (statusOf(text) >= 200) answers.get(Number(text.match(/^CSeq: (\d+)/m)?.[1]))?.(text);
  });

  const sendRequest = (method: string, uri: string, to: string, number: number, branch: string, more: string[]) => {
    const lines = [
      `${method} ${uri} SIP/2.0`,
      `Via: SIP/2.0/UDP ${address}:${port};branch=z9hG4bK${branch};rport`,
      `From: <sip:${username}@${registrar.address}>;tag=lab`,
      `To: ${to}`,
      `Call-ID: ${callId}`,
      `CSeq: ${number} ${method}`,
      `Contact: <sip:${answersAs}@${address}:${port}>`,
      'Max-Forwards: 70',
      ...more,
      'Content-Length: 0',
    ];
    socket.send(`${lines.join('\r\n')}\r\n\r\n`, registrar.port, registrar.address);
  };

  /** Returns the final answer. */
  async function ask(method: Method, user: string, more: string[]): Promise<string> {
    const [number, branch] = [++cseq, randomUUID()];
    const uri = uriOf(method, user, registrar);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const timer = setTimeout(reject, patience, new Error(`Nobody answers the ${method}.`));
    answers.set(number, resolve);
    sendRequest(method, uri, `<sip:${user}@${registrar.address}>`, number, branch, more);
    try {
      const answer = await promise;
      const to = answer.match(/^To: (.*?)\r?$/m)?.[1] ?? '';
      if (method === 'INVITE') sendRequest('ACK', uri, to, number, branch, []);
      return answer;
    } finally {
      clearTimeout(timer);
      answers.delete(number);
    }
  }

  async function askWithPassword(method: Method, user: string, more: string[] = []): Promise<number> {
    const challenge = await ask(method, user, more);
    if (statusOf(challenge) !== 401) return statusOf(challenge);
    const authorization = answerTo(challenge, account, method, uriOf(method, user, registrar));
    return statusOf(await ask(method, user, [...more, authorization]));
  }

  const register = () => askWithPassword('REGISTER', username, [`Expires: ${expires}`]);
  const again = setInterval(() => register().catch(() => {}), (expires / 2) * 1_000);
  return {
    register,
    dial: (number) => askWithPassword('INVITE', number),
    setPower(power) {
      isOn = power === 'on';
    },
    async stop() {
      clearInterval(again);
      socket.close();
      await once(socket, 'close');
    },
  };
}

const uriOf = (method: Method, user: string, { address, port }: Place) =>
  `sip:${method === 'INVITE' ? `${user}@` : ''}${address}:${port}`;
const statusOf = (answer: string) => Number(answer.match(/^SIP\/2\.0 (\d+)/)?.[1] ?? 0);
const md5 = (...parts: string[]) => createHash('md5').update(parts.join(':')).digest('hex');

function answerTo(
  challenge: string,
  { username, password, ha1 }: SoftphoneAccount,
  method: Method,
  uri: string,
): string {
  const part = (name: string) =>
    challenge.match(new RegExp(`^WWW-Authenticate:.*[ ,]${name}="([^"]*)"`, 'mi'))?.[1] ?? '';
  const [realm, nonce, opaque] = [part('realm'), part('nonce'), part('opaque')];
  const [count, own] = ['00000001', 'c0ffee'];
  const response = md5(ha1 ?? md5(username, realm, password), nonce, count, own, 'auth', md5(method, uri));
  return (
    `Authorization: Digest username="${username}", realm="${realm}", nonce="${nonce}", uri="${uri}", ` +
    `response="${response}", algorithm=MD5, qop=auth, nc=${count}, cnonce="${own}", opaque="${opaque}"`
  );
}
