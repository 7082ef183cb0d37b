import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  newNode,
  type OnnxGraph,
  readMatrix,
  readModel,
  writeIntegers,
  writeMatrix,
  writeModel,
} from './onnx-graph.ts';
import { bytesField, MalformedMessage, numberField, readMessage, writeMessage } from './protobuf.ts';

test('a message is read as it is written, byte for byte', () => {
  // From the encoding guide of Protocol Buffers: field 1 is 150, field 2 is "testing", field 3 is a fixed number of 4 bytes.
  const known = Buffer.from(`0896011207${Buffer.from('testing').toString('hex')}1d01020304`, 'hex');
  const fields = readMessage(known);
  assert.deepEqual(
    fields.map(({ number, wire, value }) => [number, wire, typeof value === 'bigint' ? value : Buffer.from(value)]),
    [
      [1, 0, 150n],
      [2, 2, Buffer.from('testing')],
      [3, 5, Buffer.from([1, 2, 3, 4])],
    ],
  );
  assert.deepEqual(writeMessage(fields), known);
  assert.deepEqual(writeMessage([numberField(1, 150), bytesField(2, 'testing')]), known.subarray(0, 12));
  const negative = writeMessage([{ number: 1, wire: 0, value: -1n }]);
  assert.equal(negative.toString('hex'), '08ffffffffffffffffff01');
  assert.deepEqual(readMessage(negative)[0]?.value, 2n ** 64n - 1n);
});

test('a message that ends too early is refused', () => {
  for (const broken of ['08', '0896', '1207746573', '1d0102', '0b', '08ffffffffffffffffffffff01'])
    assert.throws(() => readMessage(Buffer.from(broken, 'hex')), MalformedMessage, broken);
});

const value = (name: string) => [name, writeMessage([bytesField(1, name)])] as const;

test('a graph is reduced to what its outputs need', () => {
  const matrix = { type: 2, rows: 2, columns: 3, data: Uint8Array.of(1, 2, 3, 4, 5, 6) };
  const graph: OnnxGraph = {
    nodes: [
      newNode('Cast', ['in'], ['middle'], { to: 1 }),
      newNode('Shape', ['other'], ['unused']),
      newNode('Mul', ['middle', 'weights'], ['out']),
    ],
    initializers: new Map([
      ['weights', writeMatrix('weights', matrix)],
      ['numbers', writeIntegers('numbers', [1, -1])],
    ]),
    inputs: new Map([value('in'), value('other')]),
    outputs: new Map([value('out')]),
  };
  const { graph: written, others } = readModel(writeModel({ graph, others: [numberField(1, 8)] }, graph));
  assert.deepEqual(
    written.nodes.map(({ operator, inputs, outputs }) => [operator, inputs, outputs]),
    [
      ['Cast', ['in'], ['middle']],
      ['Mul', ['middle', 'weights'], ['out']],
    ],
  );
  assert.deepEqual([[...written.inputs.keys()], [...written.outputs.keys()]], [['in'], ['out']]);
  assert.deepEqual([...written.initializers.keys()], ['weights']);
  const read = readMatrix(written.initializers.get('weights'));
  assert.deepEqual({ ...read, data: Uint8Array.from(read.data) }, matrix);
  assert.deepEqual(others, [numberField(1, 8)]);
  assert.throws(() => readMatrix(written.initializers.get('missing')), /does not have the matrix/);
});
