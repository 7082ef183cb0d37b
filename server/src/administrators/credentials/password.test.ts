import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, newPassword, verifyPassword } from './password.ts';

test('a new password has four groups of six characters without look-alikes', () => {
  for (let i = 0; i < 100; i++) assert.match(newPassword(), /^([0-9a-hjkmnp-tv-z]{6}-){3}[0-9a-hjkmnp-tv-z]{6}$/);
  assert.equal(new Set(Array.from({ length: 1000 }, newPassword)).size, 1000);
});

test('a password is stored as a PHC string of argon2id, with a salt of its own', async () => {
  const [one, two] = await Promise.all([hashPassword('secret'), hashPassword('secret')]);
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(one, two);
});

test('only the password itself is right', async () => {
  const password = newPassword();
  const hash = await hashPassword(password);
  assert.equal(await verifyPassword(password, hash), true);
  for (const wrong of ['', password.slice(1), `${password} `, password.toUpperCase()])
    assert.equal(await verifyPassword(wrong, hash), false, wrong);
});

test('a hash of the reference implementation, with other parameters, can be read', async () => {
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  assert.equal(await verifyPassword('password', hash), true);
  assert.equal(await verifyPassword('passwort', hash), false);
});

test('one password is the same from every keyboard', async () => {
  assert.equal(await verifyPassword('cafe\u0301ｶﾞ', await hashPassword('caf\u00e9ガ')), true);
});

test('an account without a password is refused, and just as slowly', async () => {
  const timed = async (hash: string | undefined) => {
    const begin = performance.now();
    assert.equal(await verifyPassword('wrong', hash), false);
    return performance.now() - begin;
  };
  const hash = await hashPassword('right');
  const fastestOf = async (hash: string | undefined) =>
    Math.min(await timed(hash), await timed(hash), await timed(hash));
  // A rough bound: without the hashing it would be hundreds of times faster.
  assert.ok((await fastestOf(undefined)) > (await fastestOf(hash)) / 10);
});

test('a malformed hash is an error, not a wrong password', async () => {
  for (const broken of ['', 'plain', '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHApl8'])
    await assert.rejects(verifyPassword('password', broken), /PHC/);
});
