import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { semaphore } from '../../platform/concurrency/semaphore.ts';

// Argon2id with the parameters of OWASP's Password Storage Cheat Sheet (19 MiB, two passes, one lane), stored as a PHC string.
// The string contains its parameters, so older hashes stay valid when the parameters here are raised.

/**
 * Each hash takes a processor, 19 MiB and one of the four threads with which Node also reads files and resolves names. Any
 * client can cause one, so one processor and one thread always stay free. The limit is for the whole process.
 */
export const hashingCapacity = { atOnce: Math.min(3, Math.max(1, availableParallelism() - 1)), waiting: 16 };
const inTurn = semaphore(hashingCapacity);
const argon2id = promisify(argon2);
const derive = (input: Parameters<typeof toInput>) => inTurn(() => argon2id('argon2id', toInput(...input)));

type Cost = { memory: number; passes: number; parallelism: number };
const parameters: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltLength = 16;
const hashLength = 32;

//  $argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>
const phcForm =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/;

/** Crockford's alphabet, without letters that look like digits or each other; 32 characters, so each holds five bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** A generated password, of which only the hash is stored. It is made before the transaction that stores it. */
export async function makePassword(): Promise<{ password: string; passwordHash: string }> {
  const password = newPassword();
  return { password, passwordHash: await hashPassword(password) };
}

/** Four groups of six: 120 random bits that can be read out over the telephone. */
export function newPassword(): string {
  return randomLetters(24).replace(/.{6}(?=.)/g, '$&-');
}

export const randomLetters = (count: number) =>
  Array.from(randomBytes(count), (byte) => alphabet.charAt(byte % alphabet.length)).join('');

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltLength);
  const hash = await derive([password, salt, hashLength, parameters]);
  const { memory, passes, parallelism } = parameters;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

/**
 * Returns whether the password matches the hash. Without a hash it takes as long and returns false, so that the response time
 * does not reveal which addresses exist.
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const { salt, hash, ...cost } = stored === undefined ? placeholder : readPhc(stored);
  const derived = await derive([password, salt, hash.length, cost]);
  return timingSafeEqual(derived, hash) && stored !== undefined;
}

const placeholder = { ...parameters, salt: Buffer.alloc(saltLength), hash: Buffer.alloc(hashLength) };

function readPhc(stored: string): Cost & { salt: Buffer; hash: Buffer } {
  const [, memory, passes, parallelism, salt, hash] = phcForm.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('A stored password is not a PHC string of argon2id.');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

/** One keyboard sends an accented letter as one character, another as two: both are the same password. */
const normal = (password: string) => password.normalize('NFKC');

function toInput(password: string, nonce: Buffer, tagLength: number, cost: Cost) {
  return { ...cost, message: normal(password), nonce, tagLength };
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
