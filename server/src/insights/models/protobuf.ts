// The wire format of Protocol Buffers (https://protobuf.dev/programming-guides/encoding), without schemas: a message is a list
// of numbered fields. That is all that changing an ONNX file takes, and a library would bring the schemas of all of ONNX.

/** A varint or a fixed-size number is its value; everything else is bytes. */
export type Field = { number: number } & (
  | { wire: 0; value: bigint }
  | { wire: 1 | 2 | 5; value: Uint8Array<ArrayBufferLike> }
);

export class MalformedMessage extends Error {}

/** The bytes of the fields stay those of the message; nothing is copied. */
export function readMessage(bytes: Uint8Array): Field[] {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) break;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new MalformedMessage('A number does not end.');
  };
  const take = (length: number): Uint8Array => {
    if (length > bytes.length - at) throw new MalformedMessage('A field is longer than its message.');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const fields: Field[] = [];
  while (at < bytes.length) {
    const key = Number(varint());
    const [number, wire] = [key >>> 3, key & 7];
    if (wire === 0) fields.push({ number, wire, value: varint() });
    else if (wire === 1 || wire === 5) fields.push({ number, wire, value: take(wire === 1 ? 8 : 4) });
    else if (wire === 2) fields.push({ number, wire, value: take(Number(varint())) });
    else throw new MalformedMessage(`A field has the unknown kind ${wire}.`);
  }
  return fields;
}

export function writeMessage(fields: readonly Field[]): Buffer {
  const parts: Uint8Array[] = [];
  for (const { number, wire, value } of fields) {
    parts.push(varintOf(BigInt((number << 3) | wire)));
    if (wire === 0) parts.push(varintOf(value));
    else {
      if (wire === 2) parts.push(varintOf(BigInt(value.length)));
      parts.push(value);
    }
  }
  return Buffer.concat(parts);
}

function varintOf(value: bigint): Uint8Array {
  const bytes: number[] = [];
  for (let rest = BigInt.asUintN(64, value); ; rest >>= 7n) {
    if (rest < 128n) return Uint8Array.of(...bytes, Number(rest));
    bytes.push(Number(rest & 127n) | 128);
  }
}

export const bytesField = (number: number, value: Uint8Array | string): Field => ({
  number,
  wire: 2,
  value: typeof value === 'string' ? Buffer.from(value) : value,
});
export const numberField = (number: number, value: number): Field => ({ number, wire: 0, value: BigInt(value) });

/** All values of a field that holds bytes. */
export const bytesOf = (fields: readonly Field[], number: number): Uint8Array[] =>
  fields.flatMap((field) => (field.number === number && field.wire === 2 ? [field.value] : []));

/** All values of a field that holds text. */
export const textsOf = (fields: readonly Field[], number: number): string[] =>
  bytesOf(fields, number).map((value) => Buffer.from(value).toString());
